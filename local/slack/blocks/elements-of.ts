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
