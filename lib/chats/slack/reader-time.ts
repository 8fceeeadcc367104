import { isShowable, utc } from '../../base/text/format.ts';
import type { Inline } from './render-blocks.ts';

/** A moment in the reader's own time zone; nothing for one that no calendar shows. */
export function when(atMs: number | null, format = '{date_short_pretty} {time}'): Inline | null {
  if (!isShowable(atMs)) return null;
  return { type: 'date', timestamp: Math.floor(atMs / 1_000), format, fallback: utc(atMs) };
}
