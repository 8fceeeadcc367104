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

/** `changes` over `base`, object by object; null takes a field away. */
export const overlay = (base: Fields, changes: Fields): Fields => {
  const merged: Fields = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    const held = merged[key];
    if (value === null) delete merged[key];
    else merged[key] = isFields(value) && isFields(held) ? overlay(held, value) : value;
  }
  return merged;
};

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
