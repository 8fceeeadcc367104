import { type Begun, withCalled, withoutPost, withPosted } from './delivery.ts';
import { retryOrPark, SETTLE_MS } from './retry-or-park.ts';
import { deliveryMark, isFirst, OVERTAKEN, PATIENCE_MS, type Sync, type Taken } from './sync-step.ts';

/** A function that crashed may have waited for its turn before its post. */
const UNDER_WAY_MS = PATIENCE_MS + SETTLE_MS;
/** A chat may let an app read once a minute. While the notifier waits to look, nobody may see the case. */
const HELD_UP_MS = 5 * 60_000;

/** Looks whether a post that was begun arrived. If it certainly did not, the next step posts it again. */
export async function findMessage<Message>(sync: Sync<Message>, begun: Begun): Promise<Taken> {
  const { row, chat, channel, limits, pace, clock } = sync;
  const ageMs = clock.now() - begun.sinceMs;
  // A time further in the future than clocks differ was written by a clock that is wrong.
  if (Math.abs(ageMs) < UNDER_WAY_MS) return { is: 'later', waitMs: UNDER_WAY_MS - Math.max(0, ageMs) };
  const turn = await sync.turnAt(limits.read);
  if (turn !== 'now') return heldUp(sync, begun, () => sync.notNow(limits.read, turn.waitMs));
  const thread = sync.threadFor(begun.note);
  const answer = await chat.find(channel, deliveryMark(row.delivery, begun.note), {
    sinceMs: begun.sinceMs,
    ...(thread && { thread }),
  });
  if (answer.is === 'busy') {
    await pace.close(limits.read, clock.now() + answer.retryAfterMs);
    return heldUp(sync, begun, () => sync.notNow(limits.read, answer.retryAfterMs));
  }
  if (answer.is !== 'ok')
    return retryOrPark(sync, answer, limits.read, (change) => row.save(change(row.delivery)));
  if (answer.value.is === 'found') {
    // The update that follows says who the case is about, whatever it said when it was posted.
    const person = isFirst(row.delivery, begun) ? sync.person : undefined;
    const posted = withPosted(row.delivery, begun, answer.value.ref, person);
    return (await row.save(posted)) ? sync.shown() : OVERTAKEN;
  }
  if (answer.value.is === 'not-yet') return { is: 'later', waitMs: answer.value.waitMs };
  if (answer.value.is === 'cannot-look') return postAgain(sync, begun);
  return (await row.save(withoutPost(row.delivery, begun))) ? sync.done() : OVERTAKEN;
}

/** Looks later, unless that was said for too long. */
async function heldUp<Message>(sync: Sync<Message>, begun: Begun, later: () => Taken): Promise<Taken> {
  const { row, clock } = sync;
  const { heldUpSinceMs } = begun;
  if (heldUpSinceMs !== undefined)
    return clock.now() - heldUpSinceMs < HELD_UP_MS ? later() : postAgain(sync, begun);
  const isSaved = await row.save({ ...row.delivery, begun: { ...begun, heldUpSinceMs: clock.now() } });
  return isSaved ? later() : OVERTAKEN;
}

/** A case twice is a nuisance, a case that nobody sees is what we are there to prevent. */
async function postAgain<Message>(sync: Sync<Message>, begun: Begun): Promise<Taken> {
  const { row, log, metrics, clock } = sync;
  metrics('surface', sync.dimensions, { PossibleRepeats: 1 });
  log('posted again without being able to look', { ...row.delivery.key, note: begun.note });
  const next = withCalled(row.delivery, begun);
  const lost = { ...begun, calls: undefined, lostMs: clock.now() };
  return (await row.save({ ...next, begun: null, lost })) ? sync.done() : OVERTAKEN;
}
