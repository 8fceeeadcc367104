import { isDeepStrictEqual } from 'node:util';
import { type Delivery, isTimed, type Shown, type Step, UNKNOWN_HASH } from './delivery.ts';
import { MAX_ROUNDS } from './message-row.ts';
import { saveAndGoOn } from './post-message.ts';
import { retryOrPark } from './retry-or-park.ts';
import { OVERTAKEN, type Sync, type Taken } from './sync-step.ts';

/** Changes a message that is posted. Repeating an update changes nothing, so an unclear answer is the same as a failure. */
export async function updateMessage<Message>(
  sync: Sync<Message>,
  { shown: before, message, hash }: Extract<Step<Message>, { do: 'update' }>,
): Promise<Taken> {
  const { row, chat, limits, metrics, clock } = sync;
  const turn = await sync.turnAt(limits.update);
  if (turn !== 'now') return sync.notNow(limits.update, turn.waitMs);
  const answer = await chat.update(before.ref, message);
  const { delivery } = row;
  const isFormer = before === delivery.former;
  // The case has its own message in the channel: that is enough.
  if (isFormer && answer.is === 'refused')
    return (await row.save({ ...delivery, former: undefined })) ? sync.done() : OVERTAKEN;
  if (answer.is === 'refused' && answer.editClosed) return postInstead(sync, before);
  if (answer.is !== 'ok') {
    const taken = await retryOrPark(sync, answer, limits.update, (change) => row.save(change(row.delivery)));
    return taken.is === 'overtaken' && answer.is === 'unknown' ? showAgain(sync, before) : taken;
  }
  metrics('surface', sync.dimensions, { MessagesUpdated: 1 });
  const { clicks } = delivery;
  const time = isTimed(delivery) && { changedAtMs: clock.now() };
  const shownNow = { ...before, hash, ...time, ...(clicks && { clicks }) };
  const updated = (one: Delivery): Delivery => ({
    ...one,
    refusals: undefined,
    [isFormer ? 'former' : 'main']: shownNow,
  });
  const taken = await saveAndGoOn(sync, updated, (change, how) => row.save(change(delivery), how));
  return taken ?? showAgain(sync, before);
}

/** The chat lets nobody change the message any more, so the next step posts in its thread what it should show. */
async function postInstead<Message>({ row, log, done }: Sync<Message>, before: Shown): Promise<Taken> {
  log('posted instead of changed', { ...row.delivery.key });
  const isSaved = await row.save({ ...row.delivery, main: { ...before, editClosed: true } });
  return isSaved ? done() : OVERTAKEN;
}

/**
 * Another function changed the row during an update, and may have shown something newer before our update arrived. Nobody
 * knows what the message says now, so it goes on the list again.
 */
async function showAgain<Message>({ row, done }: Sync<Message>, { ref }: Shown): Promise<Taken> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fresh = await row.reload();
    const main = fresh?.main;
    if (!main || !isDeepStrictEqual(main.ref, ref)) return OVERTAKEN;
    if (await row.save({ ...fresh, main: { ...main, hash: UNKNOWN_HASH } })) return done();
  }
  return OVERTAKEN;
}
