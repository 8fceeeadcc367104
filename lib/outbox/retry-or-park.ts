import type { ChatAnswer, RateLimit } from './chat-port.ts';
import type { Delivery } from './delivery.ts';
import { OVERTAKEN, type Sync, type Taken } from './sync-step.ts';

type SaveChange = (change: (row: Delivery) => Delivery) => Promise<boolean>;

/** A request that got no answer may still be under way: a look right after it would call the message absent. */
export const SETTLE_MS = 10_000;
/** So often a message may trip the breaker of a channel for an unclear reason, while other messages reset it. */
const MOST_REFUSALS = 3;
export const isRefusedOften = ({ refusals }: Delivery): boolean => (refusals?.count ?? 0) >= MOST_REFUSALS;

/** The chat did not take something. `saveChange` writes a change to the row, whose message was certainly not taken. */
export async function retryOrPark<Message>(
  sync: Sync<Message>,
  answer: Exclude<ChatAnswer<unknown>, { is: 'ok' }>,
  limit: RateLimit,
  saveChange: SaveChange,
): Promise<Taken> {
  const { row, channel, pace, clock, log } = sync;
  if (answer.is === 'busy') {
    await saveChange((one) => one);
    await pace.close(limit, clock.now() + answer.retryAfterMs);
    return sync.notNow(limit, answer.retryAfterMs);
  }
  const { reason } = answer;
  log('not shown yet', { ...row.delivery.key, is: answer.is, reason });
  const refusals = await refusalsNow(sync);
  if (answer.is === 'unknown') {
    if (!(await row.save({ ...row.delivery, refusals }))) return OVERTAKEN;
    return { is: 'tripped', trouble: { kind: 'unreachable', reason }, leastMs: SETTLE_MS };
  }
  if (answer.is === 'failed') {
    await saveChange((one) => ({ ...one, refusals }));
    return { is: 'tripped', trouble: { kind: 'unreachable', reason }, leastMs: 0 };
  }
  if (answer.messageGone || (answer.kind === 'place' && isElsewhere(row.delivery, channel)))
    return (await saveChange(unposted)) ? sync.done() : OVERTAKEN;
  if (answer.kind === 'content') return park(sync, reason, saveChange);
  // It may be the channel, or only this message. Where others reset the breaker each time, it is the message.
  if (answer.kind === 'unclear' && refusals.count > MOST_REFUSALS) return park(sync, reason, saveChange);
  await saveChange((one) => ({ ...one, refusals }));
  return { is: 'tripped', trouble: { kind: answer.kind, reason }, leastMs: 0 };
}

/** The dead letter comes first: a crash in between parks it once more, and the other order would hide it. */
async function park<Message>(sync: Sync<Message>, reason: string, saveChange: SaveChange): Promise<Taken> {
  await sync.park(sync.row.delivery, reason);
  return (await saveChange((one) => ({ ...one, parked: reason }))) ? { is: 'parked', reason } : OVERTAKEN;
}

/** How often this message has tripped the breaker of its channel, now included. */
async function refusalsNow<Message>({
  row: { delivery },
  ledger,
  clock,
}: Sync<Message>): Promise<NonNullable<Delivery['refusals']>> {
  const { count = 0, sinceMs = clock.now() } = delivery.refusals ?? {};
  const wasOut = (await ledger.loadOutage(delivery.key.destination))?.value;
  return { count: wasOut ? count : count + 1, sinceMs };
}

/** The destination was moved: its message, or the message above it, is in another channel. It is shown again in this one. */
const isElsewhere = ({ main, thread }: Delivery, channel: string): boolean => {
  const ref = main?.ref ?? thread;
  return ref !== null && ref !== undefined && !Object.values(ref).some((part) => part.startsWith(channel));
};

/** A person deleted the message. It is posted again, and so is what stood in its thread. */
const unposted = (row: Delivery): Delivery => ({
  ...row,
  main: null,
  notes: {},
  memory: null,
  thread: row.main ? row.thread : null,
});
