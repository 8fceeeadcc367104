import { type Begun, withCalled, withPosted } from './delivery.ts';
import { notTaken, SETTLE_MS } from './not-taken.ts';
import { deliveryMark, OVERTAKEN, PATIENCE_MS, type Sync, type Taken } from './sync-step.ts';

/** A function that crashed may have waited for its turn before its post. */
const UNDER_WAY_MS = PATIENCE_MS + SETTLE_MS;

/** Looks whether a post that was begun arrived. If it certainly did not, the next step posts it again. */
export async function findMessage<Message>(sync: Sync<Message>, begun: Begun): Promise<Taken> {
  const { row, chat, channel, limits, clock, log, metrics } = sync;
  const ageMs = clock.now() - begun.sinceMs;
  // A time further in the future than clocks differ was written by a clock that is wrong.
  if (Math.abs(ageMs) < UNDER_WAY_MS) return { is: 'later', waitMs: UNDER_WAY_MS - Math.max(0, ageMs) };
  const turn = await sync.turnAt(limits.read);
  if (turn !== 'now') return sync.notNow(limits.read, turn.waitMs);
  const thread = sync.threadFor(begun.note);
  const answer = await chat.find(channel, deliveryMark(row.delivery, begun.note), {
    sinceMs: begun.sinceMs,
    ...(thread && { thread }),
  });
  if (answer.is !== 'ok')
    return notTaken(sync, answer, limits.read, (change) => row.save(change(row.delivery)));
  if (answer.value.is === 'found') {
    const posted = withPosted(row.delivery, begun, answer.value.ref);
    return (await row.save(posted)) ? sync.shown() : OVERTAKEN;
  }
  if (answer.value.is === 'not-yet') return { is: 'later', waitMs: answer.value.waitMs };
  // A case twice is a nuisance, a case that nobody sees is what we are there to prevent.
  const isUnsure = answer.value.is === 'cannot-look';
  if (isUnsure) {
    metrics('surface', sync.dimensions, { PossibleRepeats: 1 });
    log('posted again without being able to look', { ...row.delivery.key, note: begun.note });
  }
  const next = isUnsure ? withCalled(row.delivery, begun) : row.delivery;
  return (await row.save({ ...next, begun: null })) ? sync.done() : OVERTAKEN;
}
