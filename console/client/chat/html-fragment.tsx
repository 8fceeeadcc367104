import { type ComponentChild, h } from 'preact';
import { useMemo } from 'preact/hooks';
import { drawEmoji } from './draw-emoji.ts';

/** A button or an input with another meaning is another element: a focused one must not change what it does. */
const IDENTITY = ['data-action', 'data-option', 'data-block', 'data-value', 'name', 'type', 'id'];
/** The server sets these at first. From then on they belong to the person who types and chooses. */
const FIRST_VALUES: Readonly<Record<string, string>> = {
  value: 'defaultValue',
  checked: 'defaultChecked',
  selected: 'defaultSelected',
};

function propOf(element: Element, { name, value }: Attr): readonly [string, unknown] {
  const first = FIRST_VALUES[name];
  const prop = first !== undefined && first in element ? first : name;
  const isFlag = typeof (element as unknown as Record<string, unknown>)[prop] === 'boolean';
  return [prop, isFlag && value === '' ? true : value];
}

function toVNode(node: Node, at: number): ComponentChild {
  if (!(node instanceof Element)) return node.nodeValue;
  const key = [at, node.localName, ...IDENTITY.map((name) => node.getAttribute(name))].join('\n');
  const props = Object.fromEntries([...node.attributes].map((attribute) => propOf(node, attribute)));
  return h(node.localName, { ...props, key }, [...node.childNodes].map(toVNode));
}

export interface HtmlFragmentProps {
  /** Rendered and escaped by the server. */
  readonly html: string;
  readonly adorn?: (content: DocumentFragment) => void;
  readonly onClick?: (target: Element) => void;
}

/** The only place that takes HTML. On a change, elements that stay keep their focus, open menu and typed text. */
function Content({ html, adorn }: Pick<HtmlFragmentProps, 'html' | 'adorn'>) {
  // An identical element is not compared again: of a hundred messages, only one has changed.
  return useMemo(() => {
    const template = document.createElement('template');
    template.innerHTML = html;
    drawEmoji(template.content);
    adorn?.(template.content);
    return <>{[...template.content.childNodes].map(toVNode)}</>;
  }, [html, adorn]);
}

export const HtmlFragment = ({ html, adorn, onClick }: HtmlFragmentProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the click is one on a button in the HTML
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard presses that button
  <div class="fragment" onClick={({ target }) => target instanceof Element && onClick?.(target)}>
    <Content html={html} {...(adorn && { adorn })} />
  </div>
);
