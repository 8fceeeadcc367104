import * as z from 'zod/mini';
import { readTimestamp } from './timestamp.ts';

/** The contract does not say which fields may be null, so any of them may be null or missing. */
export const maybe = <T extends z.ZodMiniType>(schema: T) => z.nullish(schema);

/** The contract's identifiers are UUIDs. We only need them to exist: an odd one must not cost an item. */
export const identifier = z.string().check(z.minLength(1, 'is empty'));

/** The one date we compute with. Other dates are only shown, so they stay plain text. */
export const instant = z
  .string()
  .check(z.refine((text) => readTimestamp(text) !== null, 'is not an ISO 8601 timestamp'));

export const text = maybe(z.string());
export const flag = maybe(z.boolean());
export const amount = maybe(z.number());
export const texts = maybe(z.array(z.string()));
export const freeForm = maybe(z.looseObject({}));
export const freeForms = maybe(z.array(z.looseObject({})));
export const untyped = z.optional(z.unknown());

/** An enumeration that tomorrow's server may extend: known values are suggested, any text is kept. */
export const openEnum = <const T extends readonly string[]>(_known: T) =>
  maybe(z.string() as unknown as z.ZodMiniType<T[number] | (string & {}), string>);
