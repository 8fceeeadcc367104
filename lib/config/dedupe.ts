import * as z from 'zod/mini';
import { isChat } from './chats.ts';
import { duration } from './schema/duration.ts';
import { type Finding, listOf, objectOf, type Path } from './schema/read-unknown.ts';
import { choice, oneOrMany, strict } from './schema/strict.ts';

/** The fields by which items can be similar. */
export const DEDUPE_FIELDS = ['user', 'threatType', 'category', 'source'] as const;
export type DedupeField = (typeof DEDUPE_FIELDS)[number];

/** Of similar items within a time, a route shows the first in its chats, and lists the others afterwards. */
export const Dedupe = z.optional(
  strict({
    by: oneOrMany(
      choice(DEDUPE_FIELDS),
      `must be one of ${DEDUPE_FIELDS.join(', ')}, or a list of them`,
    ).check(z.refine((fields) => new Set(fields).size === fields.length, 'names a field twice')),
    for: duration({ atLeast: '5m', atMost: '24h' }),
  }),
);

/** Whether the dedupe setting of a route fits the rest of the configuration. Reads raw input, like the cross-checks. */
export function checkDedupe(route: unknown, path: Path, destinations: unknown): Finding[] {
  const { dedupe, to } = objectOf(route);
  if (dedupe === undefined) return [];
  const types = (typeof to === 'string' ? [to] : listOf(to)).map(
    (name) => objectOf(objectOf(destinations)[String(name)]).type,
  );
  return types.length === 0 || types.some((type) => type === undefined || isChat(String(type)))
    ? []
    : [{ path, message: 'the route sends to no chat, and only chats are spared what is alike' }];
}
