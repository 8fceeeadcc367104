import { z } from 'zod';

export type Fields = Record<string, unknown>;

/** A name or an id in a request to a stand-in. */
export const name = z.string().min(1);

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined if the text is not JSON; valid JSON is never undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every object below `value`, outermost first, with its JSON pointer. */
export function* walk(value: unknown, at = ''): Generator<readonly [Fields, string]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walk(item, `${at}/${index}`);
  } else if (isFields(value)) {
    yield [value, at];
    for (const [key, item] of Object.entries(value)) yield* walk(item, `${at}/${key}`);
  }
}

type Given<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> } & {
  [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key];
};

/** Without undefined fields, so that defaults can replace them. */
export const given = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as Given<Value>;
