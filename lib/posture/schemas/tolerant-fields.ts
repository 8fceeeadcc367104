import * as z from 'zod/mini';
import { $constructor, $ZodType } from 'zod/v4/core';
import { readTimestamp } from './timestamp.ts';

/** The contract does not say which fields may be null, so any of them may be null or missing. */
export const maybe = <T extends z.ZodMiniType>(schema: T) => z.nullish(schema);

/** The contract's identifiers are UUIDs. We only need them to exist: an odd one must not cost an item. */
export const identifier = z.string().check(z.minLength(1, 'is empty'));

/** The one date we compute with. Other dates are only shown, so they stay plain text. */
export const instant = z
  .string()
  .check(z.refine((text) => readTimestamp(text) !== null, 'is not an ISO 8601 timestamp'));

type Plain = 'string' | 'boolean' | 'number';
/** Like `maybe` of a string, in one step instead of three: a page has thousands of such fields. */
const MaybePlain = $constructor('MaybePlain', (inst: $ZodType, def: { type: 'custom'; of: Plain }) => {
  $ZodType.init(inst, def);
  inst._zod.optin = 'optional';
  inst._zod.optout = 'optional';
  inst._zod.parse = (payload) => {
    const input = payload.value;
    // JSON can write a number that is too large to be one.
    const isFine = typeof input === def.of && (def.of !== 'number' || Number.isFinite(input));
    if (!isFine && input !== undefined && input !== null)
      payload.issues.push({ code: 'invalid_type', expected: def.of, input, inst });
    return payload;
  };
});
const maybePlain = <T>(of: Plain) => new MaybePlain({ type: 'custom', of }) as unknown as Maybe<T>;
type Maybe<T> = z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniType<T>>>;

export const text = maybePlain<string>('string');
export const flag = maybePlain<boolean>('boolean');
export const amount = maybePlain<number>('number');
export const texts = maybe(z.array(z.string()));
export const freeForm = maybe(z.looseObject({}));
export const freeForms = maybe(z.array(z.looseObject({})));
export const untyped = z.optional(z.unknown());

/** An enumeration that tomorrow's server may extend: known values are suggested, any text is kept. */
export const openEnum = <const T extends readonly string[]>(_known: T) =>
  text as unknown as z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniType<T[number] | (string & {}), string>>>;
