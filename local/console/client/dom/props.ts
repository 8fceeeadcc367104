import type { Handler, Props } from './node.ts';

/** Properties rather than attributes: what a person typed or opened is there, and not in the attribute. */
const LIVE = new Set(['value', 'checked', 'open', 'selected', 'disabled', 'hidden', 'indeterminate']);
const OURS = new Set(['key', 'on', 'vars', 'made']);

const handlersOf = new WeakMap<Element, Record<string, Handler | undefined>>();

/** One listener for each kind, whoever handles it at the time. */
function dispatch(this: Element, event: Event): void {
  handlersOf.get(this)?.[event.type]?.(event);
}

function setHandlers(element: Element, next: Props['on']): void {
  const known = handlersOf.get(element) ?? {};
  for (const type of Object.keys(next ?? {})) {
    if (!(type in known)) element.addEventListener(type, dispatch);
  }
  const none = Object.fromEntries(Object.keys(known).map((type) => [type, undefined]));
  handlersOf.set(element, { ...none, ...next });
}

function setVars(element: HTMLElement | SVGElement, before: Props['vars'], next: Props['vars']): void {
  for (const name of Object.keys(before ?? {})) {
    if (next?.[name] === undefined) element.style.removeProperty(name);
  }
  for (const [name, value] of Object.entries(next ?? {})) {
    if (before?.[name] !== value) element.style.setProperty(name, String(value));
  }
}

function setAttribute(element: Element, name: string, value: unknown): void {
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

export function setProps(element: HTMLElement | SVGElement, before: Props, next: Props): void {
  if (before.on !== next.on) setHandlers(element, next.on);
  if (before.vars !== next.vars) setVars(element, before.vars, next.vars);
  const live = element as unknown as Record<string, unknown>;
  for (const name of new Set([...Object.keys(before), ...Object.keys(next)])) {
    if (OURS.has(name)) continue;
    const value = next[name];
    if (LIVE.has(name)) {
      // Told anew only when the page wants something else than before: in between it belongs to the person.
      if (before[name] !== value && live[name] !== (value ?? '')) live[name] = value ?? '';
    } else if (before[name] !== value) setAttribute(element, name, value);
  }
}
