import type { Answer } from '../../case/answer.ts';
import type { SavedDelivery } from '../../outbox/delivery-ledger.ts';

/** What the ledger says of a canary. */
export interface SeenCanary {
  readonly delivery: Pick<SavedDelivery, 'value'> | null;
  readonly answer: Answer | null;
}

/** The steps in order, each named after what the canary waits for. */
export const STAGES = ['hand-over', 'card', 'press', 'decision', 'record', 'change'] as const;
export type Stage = (typeof STAGES)[number];

/** The steps in words, for a table. */
export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  'hand-over': 'handed over: the row is in the ledger, the wake-up in the queue',
  card: 'posted: the notifier has put the card into the channel',
  press: 'pressed: the public address has taken the press',
  decision: 'decided: the verdict function has written the decision',
  record: 'at the end: it would be sent to the platform now',
  change: 'changed: the card shows that it came back',
};

/** What the canary waits for; `back` once it came back; `lost` if it never can. */
export function stageOf({ delivery, answer }: SeenCanary): Stage | 'back' | 'lost' {
  if (!delivery) return 'hand-over';
  const { main, parked } = delivery.value;
  if (parked !== null) return 'lost';
  if (!answer?.decision) return main ? 'press' : 'card';
  const { state } = answer.decision;
  if (state.is === 'undoable') return 'record';
  if (state.is !== 'recorded') return state.is === 'posting' ? 'record' : 'lost';
  // Only the recorded decision changes the card's text. A card that somebody deleted is posted again.
  const isShown = main?.changedAtMs !== undefined || (main?.postedAtMs ?? 0) >= state.atMs;
  return main && isShown ? 'back' : 'change';
}
