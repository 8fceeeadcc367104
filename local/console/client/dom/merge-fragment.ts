/** A button or an input with another meaning is another one: what has the focus must not change what it does. */
const IDENTITY = ['data-action', 'data-option', 'data-block', 'data-value', 'name', 'type', 'id'];
/** These belong to the person, once they are there. */
const THEIRS = new Set(['open', 'checked', 'selected', 'value']);

const isSame = (have: Node, want: Node): boolean => {
  if (have.nodeName !== want.nodeName) return false;
  if (!(have instanceof Element && want instanceof Element)) return true;
  return IDENTITY.every((name) => have.getAttribute(name) === want.getAttribute(name));
};

function mergeAttributes(have: Element, want: Element): void {
  for (const { name } of [...have.attributes]) {
    if (!THEIRS.has(name) && !want.hasAttribute(name)) have.removeAttribute(name);
  }
  for (const { name, value } of [...want.attributes]) {
    if (!THEIRS.has(name) && have.getAttribute(name) !== value) have.setAttribute(name, value);
  }
}

function mergeChildren(have: Node, want: Node): void {
  const wanted = [...want.childNodes];
  wanted.forEach((next, at) => {
    const old = have.childNodes[at];
    if (old === undefined) have.appendChild(next);
    else if (!isSame(old, next)) have.replaceChild(next, old);
    else if (old instanceof Element && next instanceof Element) {
      mergeAttributes(old, next);
      mergeChildren(old, next);
    } else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
  });
  while (have.childNodes.length > wanted.length) have.lastChild?.remove();
}

/**
 * Makes the content of an element what the server drew and escaped. The only place that takes HTML. What is there
 * already stays, with its focus, its open menu and what was typed.
 */
export function mergeFragment(
  element: Element,
  escapedHtml: string,
  adorn: (content: DocumentFragment) => void,
): void {
  const template = document.createElement('template');
  template.innerHTML = escapedHtml;
  adorn(template.content);
  mergeChildren(element, template.content);
}
