import { createHash } from 'node:crypto';
import type { CompiledRoute } from '../../routing/compile-routes.ts';
import { createFacts } from '../../routing/item-facts.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';

/**
 * What equal items of a route have in common: a hash, since it may be about a person. Null for an item that is
 * never deduped, because it has no value in a field.
 */
export function dedupeKey({ name, dedupe }: CompiledRoute, routed: RoutedItem): string | null {
  if (!dedupe) return null;
  const facts = createFacts(routed);
  const values = dedupe.by.map((field) => [...facts(field).keys()].toSorted());
  if (values.some((list) => list.length === 0)) return null;
  const common = JSON.stringify([routed.feed, name, dedupe.by, values]);
  return createHash('sha256').update(common, 'utf8').digest('hex').slice(0, KEY_SIGNS);
}

/** 96 bits. */
const KEY_SIGNS = 24;
