import { clean } from '../../lib/base/text/clean-text.ts';
import type { Effect } from '../wire.ts';

/** One event in the story of an item. Text from outside is made harmless here. */
export const effect = (
  atMs: number | null,
  kind: Effect['kind'],
  text: string,
  detail: string | null = null,
): Effect => ({ atMs, kind, text: clean(text), detail: detail && clean(detail) });

/** The non-empty parts of a detail. */
export const joined = (...parts: readonly (string | false | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(' · ') || null;
