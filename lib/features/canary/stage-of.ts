import type { Answer } from '../../case/answer.ts';
import type { SavedDelivery } from '../../outbox/delivery-ledger.ts';

/** What the ledger says of a canary. */
export interface SeenCanary {
  readonly delivery: Pick<SavedDelivery, 'value'> | null;
  readonly answer: Answer | null;
}

/** The steps of the way, in order. Each is named by what is waited for. */
export const STAGES = ['hand-over', 'card', 'press', 'decision', 'record', 'change'] as const;
export type Stage = (typeof STAGES)[number];

/** What each of them is, in the words of a table. */
export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  'hand-over': 'handed over: the row is in the ledger, the wake-up in the queue',
  card: 'posted: the notifier has put the card into the channel',
  press: 'pressed: the public address has taken the press',
  decision: 'decided: the verdict function has written the decision',
  record: 'at the end: it would be sent to the platform now',
  change: 'changed: the card shows that it came back',
};

/** What is still waited for; `back` when it came back; `lost` when it can never come. */
export function stageOf({ delivery, answer }: SeenCanary): Stage | 'back' | 'lost' {
  if (!delivery) return 'hand-over';
  const { main, parked } = delivery.value;
  if (parked !== null) return 'lost';
  if (!answer?.decision) return main ? 'press' : 'card';
  const { state } = answer.decision;
  if (state.is === 'undoable') return 'record';
  if (state.is !== 'recorded') return state.is === 'posting' ? 'record' : 'lost';
  // Only the record changes what the card says; a card that somebody deleted is posted anew.
  const isShown = main?.changedAtMs !== undefined || (main?.postedAtMs ?? 0) >= state.atMs;
  return main && isShown ? 'back' : 'change';
}
