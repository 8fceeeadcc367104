export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object below `value`, outermost first, with its JSON pointer. */
export function* walk(value: unknown, at = ''): Generator<readonly [Fields, string]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walk(item, `${at}/${index}`);
  } else if (isFields(value)) {
    yield [value, at];
    for (const [key, item] of Object.entries(value)) yield* walk(item, `${at}/${key}`);
  }
}

const LIVE = new Set([
  'button',
  'static_select',
  'multi_static_select',
  'overflow',
  'radio_buttons',
  'checkboxes',
  'users_select',
  'datepicker',
  'plain_text_input',
]);

/** The elements of one block that a person can use. */
export const elementsOf = (block: Fields): Fields[] =>
  [block.accessory, block.element, ...(Array.isArray(block.elements) ? block.elements : [])].filter(
    (element): element is Fields => isFields(element) && LIVE.has(String(element.type)),
  );
