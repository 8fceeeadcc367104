import { type Drawing, splitEmoji } from './text-parts.ts';

const SVG = 'http://www.w3.org/2000/svg';

const svgElement = (tag: string, attributes: Readonly<Record<string, string>>): Element => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

function emojiElement(text: string, drawing: Drawing): HTMLElement {
  const span = document.createElement('span');
  span.className = 'emoji';
  const svg = svgElement('svg', {
    viewBox: '0 0 20 20',
    'aria-hidden': 'true',
    class: 'dot' in drawing ? `dot ${drawing.dot}` : `lines ${drawing.mood}`,
  });
  svg.append(
    'dot' in drawing
      ? svgElement('circle', { cx: '10', cy: '10', r: '7.5' })
      : svgElement('path', { d: drawing.lines }),
  );
  // For people who copy the text or use a screen reader.
  const sign = document.createElement('span');
  sign.className = 'unseen';
  sign.textContent = text;
  span.append(svg, sign);
  return span;
}

/** Draws emoji as chats do, so that they look the same with every font. */
export function drawEmoji(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const node of texts) {
    const parts = splitEmoji(node.data);
    if (parts.every(({ drawing }) => drawing === null)) continue;
    if (node.parentElement?.closest('option, textarea')) continue;
    node.replaceWith(
      ...parts.map(({ text, drawing }) => (drawing === null ? text : emojiElement(text, drawing))),
    );
  }
}
