import type { VNode } from './node.ts';
import { planMoves } from './plan-moves.ts';
import { setProps } from './props.ts';
import { rememberFocus } from './remember-focus.ts';

interface Live {
  node: VNode | string;
  readonly dom: Node;
  readonly children: Map<string, Live>;
  end?: (() => void) | undefined;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Its own key, or its place among those of its kind. */
function keyed(children: readonly (VNode | string)[]): Map<string, VNode | string> {
  const counts = new Map<string, number>();
  const byKey = new Map<string, VNode | string>();
  for (const child of children) {
    const kind = typeof child === 'string' ? '#' : child.tag;
    const own = typeof child === 'string' ? undefined : child.props.key;
    const count = counts.get(kind) ?? 0;
    if (own === undefined) counts.set(kind, count + 1);
    byKey.set(own === undefined ? `${kind} ${count}` : `${kind}:${own}`, child);
  }
  return byKey;
}

function make(node: VNode | string): Live {
  if (typeof node === 'string') return { node, dom: document.createTextNode(node), children: new Map() };
  const dom = node.svg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  const live: Live = { node, dom, children: new Map() };
  setProps(dom, {}, { ...node.props, value: undefined });
  if (node.foreign) live.end = node.foreign.mount(dom as HTMLElement);
  else patchChildren(live, node.children);
  // The value of a menu is one of its options, which have to be there first.
  if (node.props.value !== undefined) setProps(dom, {}, { value: node.props.value });
  node.props.made?.(dom as HTMLElement);
  return live;
}

function patch(live: Live, next: VNode | string): void {
  const before = live.node;
  if (before === next) return;
  live.node = next;
  if (typeof next === 'string' || typeof before === 'string') {
    live.dom.nodeValue = String(next);
    return;
  }
  const element = live.dom as HTMLElement;
  setProps(element, before.props, next.props);
  if (!next.foreign) patchChildren(live, next.children);
  else if (next.foreign.version !== before.foreign?.version) {
    live.end?.();
    live.end = next.foreign.mount(element);
  }
}

function patchChildren(live: Live, children: readonly (VNode | string)[]): void {
  const want = keyed(children);
  const plan = planMoves([...live.children.keys()], [...want.keys()]);
  for (const key of plan.remove) remove(live, key);
  for (const [key, node] of want) {
    const known = live.children.get(key);
    if (known) patch(known, node);
    else live.children.set(key, make(node));
  }
  const domOf = (key: string | null) => (key === null ? null : (live.children.get(key)?.dom ?? null));
  for (const { key, before } of plan.place) live.dom.insertBefore(domOf(key) as Node, domOf(before));
  // In the order in which they stand, which is what the next plan begins with.
  const inOrder = [...want.keys()].map((key) => [key, live.children.get(key) as Live] as const);
  live.children.clear();
  for (const [key, child] of inOrder) live.children.set(key, child);
}

function remove(live: Live, key: string): void {
  const child = live.children.get(key);
  if (child === undefined) return;
  live.children.delete(key);
  endAll(child);
  child.dom.parentNode?.removeChild(child.dom);
}

function endAll(live: Live): void {
  live.end?.();
  for (const child of live.children.values()) endAll(child);
}

/** Draws into this element. What did not change is left alone, so focus and open menus survive. */
export function createRoot(element: HTMLElement): (children: readonly VNode[]) => void {
  const root: Live = {
    node: { tag: element.localName, svg: false, props: {}, children: [] },
    dom: element,
    children: new Map(),
  };
  element.replaceChildren();
  return (children) => {
    const giveBack = rememberFocus(element);
    patchChildren(root, children);
    giveBack();
  };
}
