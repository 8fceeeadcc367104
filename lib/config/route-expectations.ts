import * as z from 'zod/mini';
import { FEEDS } from './poll-settings.ts';
import { choice, oneOrMany, strict } from './schema/strict.ts';

const texts = z.optional(oneOrMany(z.string()));

/** An item in the words of conditions: it lacks everything that is not stated. */
export const ItemInWords = strict({
  /** `cases` unless given. */
  feed: z.optional(choice(FEEDS)),
  threatType: z.optional(z.string()),
  category: texts,
  subcategory: texts,
  /** One for each of its events. */
  severity: texts,
  source: texts,
  signalType: texts,
  user: z.optional(z.string()),
  /** Its brief, or the title of a threat. */
  text: z.optional(z.string()),
  /** Includes the zone. A Wednesday at noon in UTC unless given. */
  createdAt: z.optional(
    z.iso.datetime({ offset: true, error: 'must be a time with its zone, like 2026-11-15T22:00:00Z' }),
  ),
});
export type ItemInWords = z.output<typeof ItemInWords>;

/** An item as the API lists it. */
type ListedItem = { readonly [key: string]: unknown } & (
  | { readonly case_id: string }
  | { readonly event_id: string }
);
type ItemInput = z.input<typeof ItemInWords> | ListedItem;

/** An item, and where the routes must send it. */
export const RouteExpectation = strict({
  /** A sentence: people read it when the expectation fails. */
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
  /** The routes that match, in order; not checked unless given. */
  by: z.optional(z.array(z.string())),
  /** Where shadow routes would send it; not checked unless given. */
  shadowed: z.optional(z.array(z.string())),
});

export type RouteExpectation = z.input<typeof RouteExpectation>;
