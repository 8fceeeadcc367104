import * as z from 'zod/mini';
import { FEEDS } from './poll.ts';
import { choice, oneOrMany, strict } from './schema/strict.ts';

const texts = z.optional(oneOrMany(z.string()));

/** An item in the words of conditions: what is not said, it does not have. */
export const ItemInWords = strict({
  /** A case unless given. */
  feed: z.optional(choice(FEEDS)),
  threatType: z.optional(z.string()),
  category: texts,
  subcategory: texts,
  /** Of its events, one for each. */
  severity: texts,
  source: texts,
  signalType: texts,
  user: z.optional(z.string()),
  /** Its brief, or the title of a threat. */
  text: z.optional(z.string()),
  /** With its zone. A Wednesday at noon in UTC unless given. */
  createdAt: z.optional(
    z.iso.datetime({ offset: true, error: 'must be a time with its zone, like 2026-11-15T22:00:00Z' }),
  ),
});
export type ItemInWords = z.output<typeof ItemInWords>;

/** As the API lists it. */
type ListedItem = { readonly [key: string]: unknown } & (
  | { readonly case_id: string }
  | { readonly event_id: string }
);
type ItemInput = z.input<typeof ItemInWords> | ListedItem;

/** An item, and where the routes have to send it. */
export const RouteExpectation = strict({
  /** A sentence: it is what is read when it does not hold. */
  name: z.optional(z.string()),
  /** The first of the configuration unless given. */
  domain: z.optional(z.string()),
  /** In the words of conditions, or as the API lists it: with `case_id` or `event_id`. */
  item: z.custom<ItemInput>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an item: { severity: ... }, or one as the API lists it',
  ),
  /** All destinations, in any order; `[]` for nowhere. */
  to: z.union([z.string(), z.array(z.string())]),
  /** The routes that match, in order; whichever they are unless given. */
  by: z.optional(z.array(z.string())),
  /** Where shadow routes would send it; wherever that is unless given. */
  shadowed: z.optional(z.array(z.string())),
});

export type RouteExpectation = z.input<typeof RouteExpectation>;
