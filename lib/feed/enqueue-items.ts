import { enqueueCases } from './enqueue-cases.ts';
import type { Enqueued, EnqueueParts } from './enqueue-parts.ts';
import { enqueueThreats } from './enqueue-threats.ts';
import type { FeedItem } from './feed-source.ts';
import type { AskedWalk } from './feed-state.ts';

/** Sends the new items of a page, and the changed ones to where they are; then the caller moves its cursor. */
export const enqueueItems = (
  parts: EnqueueParts,
  listed: readonly FeedItem[],
  quietBeforeMs: number | null,
  again?: AskedWalk['again'],
): Promise<Enqueued> =>
  (parts.feed.feed === 'cases' ? enqueueCases : enqueueThreats)(parts, listed, quietBeforeMs, again);
