import { type Fields, isFields } from '../../stand-in-kit/fields.ts';

const LIVE = new Set([
  'button',
  'static_select',
  'multi_static_select',
  'overflow',
  'radio_buttons',
  'checkboxes',
  'plain_text_input',
]);

/** The elements of one block that a person can use. */
export const elementsOf = (block: Fields): Fields[] =>
  [block.accessory, block.element, ...(Array.isArray(block.elements) ? block.elements : [])].filter(
    (element): element is Fields => isFields(element) && LIVE.has(String(element.type)),
  );

/** A copy in which every block and every usable element has an id, as Slack assigns them. */
export const nameBlocks = (blocks: readonly Fields[], mint: () => string): Fields[] => {
  const named = structuredClone(blocks) as Fields[];
  for (const block of named) {
    block.block_id ??= mint();
    for (const element of elementsOf(block)) element.action_id ??= mint();
  }
  return named;
};
