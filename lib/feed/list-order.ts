import type { FeedState, Order, Walk } from './feed-state.ts';
import { ENOUGH_EVIDENCE } from './walk.ts';

/** What a walk says of the order of its list. */
export function learnedOrder(state: FeedState, walk: Walk): Order {
  const { falls, rises, fromHead, topMs, toEnd } = walk;
  if (falls > 0 && rises > 0) return 'unordered';
  // A walk that stopped at its floor has not seen what showed the list to be unordered.
  if (state.order === 'unordered' && !toEnd) return 'unordered';
  if (fromHead && falls > 0) return 'newest-first';
  if (fromHead && rises >= ENOUGH_EVIDENCE) return 'oldest-first';
  // Three unordered items look oldest first by chance; and so short a list is read from its head as quickly.
  if (fromHead) return rises > 0 && state.order === 'newest-first' ? 'unknown' : state.order;
  // From a checkpoint, an oldest-first list leads past everything known. This one did not.
  const expected = falls === 0 && topMs !== null && topMs >= (state.watermarkMs ?? topMs);
  return expected ? state.order : 'unknown';
}
