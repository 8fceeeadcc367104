import { lookingAgain, nextStep } from './delivery.ts';
import { findMessage } from './find-message.ts';
import type { Loaded } from './message-row.ts';
import { postMessage } from './post-message.ts';
import { OVERTAKEN, openSync, type StepParts, type Taken, type ToShow } from './sync-step.ts';
import { updateMessage } from './update-message.ts';

/** A post that was given up for lost follows within this time, unless something keeps it. */
const SOON_MS = 60_000;

/**
 * Brings a message one step closer to what it should show. Before a post the row says that the post begins, and afterwards
 * where the message is. A function that finds a post that was begun looks whether the message is there:
 *
 *   save `begun` -> post -> save the message's address
 *
 * So a crash anywhere repeats nothing that can be found again. A note that follows at once begins with the same write that
 * says that the step before it is done.
 */
export async function syncMessage<Message>(
  parts: StepParts<Message>,
  loaded: Loaded,
  toShow: ToShow<Message>,
): Promise<Taken> {
  const sync = openSync(parts, loaded, toShow);
  const { row, render, clock } = sync;
  const { lost } = row.delivery;
  const step = nextStep(row.delivery, render(row.delivery));
  if (!step) return (await row.save(row.delivery)) ? sync.done() : OVERTAKEN;
  if (step.do === 'look') return findMessage(sync, step.begun);
  // Something else came first, and by now the chat may let the bridge look.
  if (step.do === 'post' && step.note === lost?.note && clock.now() - (lost.lostMs ?? 0) > SOON_MS)
    return (await row.save(lookingAgain(row.delivery, lost))) ? sync.done() : OVERTAKEN;
  return step.do === 'post' ? postMessage(sync, step) : updateMessage(sync, step);
}
