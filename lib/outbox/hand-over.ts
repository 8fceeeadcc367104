import { inParallel } from '../base/in-parallel.ts';
import type { Outbox, Unsent } from '../base/queues/outbox.ts';
import type { Envelope, HandOver } from '../case/envelope.ts';
import { keyOf } from './item-content.ts';
import { type ToWake, wakeUpOf } from './wake-up.ts';

/** Writes what is handed over into the ledger. Returns the name for the wake-up; null where nobody has to wake up. */
export type Keep = (envelope: Envelope, onlyIfKept: boolean) => Promise<string | null>;

export interface HandOverParts {
  /** To the queues. */
  readonly outbox: Outbox;
  readonly keep: Keep;
}

/** How many rows are written at a time. */
const AT_ONCE = 20;
/** What one wake-up names. */
const MOST_NAMED = 100;

/**
 * Writes what is for a destination into the ledger, and then wakes the function that works for it. So nothing is lost if
 * the queue is purged, if a wake-up is lost, or if the destination takes nothing for a month.
 */
export const createHandOver = ({ outbox, keep }: HandOverParts): Outbox<HandOver> => ({
  async send(queueUrl, messages) {
    const unkept: Unsent[] = [];
    const kept = await inParallel(messages, AT_ONCE, async (message): Promise<readonly Kept[]> => {
      const { envelope, deliveryId, onlyIfKept = false } = message;
      try {
        const name = await keep(envelope, onlyIfKept);
        return name === null ? [] : [{ envelope, deliveryId, name }];
      } catch (error) {
        unkept.push({ deliveryId, reason: String(error) });
        return [];
      }
    });
    const wakeUps = batchesIn(kept.flat()).map((some) => ({ some, message: wakeUpOf(wakeUpFor(some)) }));
    if (wakeUps.length === 0) return unkept;
    const unsent = await outbox.send(
      queueUrl,
      wakeUps.map(({ message }) => message),
    );
    // The rows are written. The caller still hears that the queue took nothing, so that it tries again.
    const unwoken = unsent.flatMap(({ deliveryId, reason }) => {
      const { some = [] } = wakeUps.find(({ message }) => message.deliveryId === deliveryId) ?? {};
      return some.map((one) => ({ deliveryId: one.deliveryId, reason }));
    });
    return [...unkept, ...unwoken];
  },
});

interface Kept {
  readonly envelope: Envelope;
  readonly deliveryId: string;
  readonly name: string;
}

/** One wake-up for all that a destination gets of a domain, and not one for each. */
function batchesIn(kept: readonly Kept[]): readonly Kept[][] {
  const open = new Map<string, Kept[]>();
  const all: Kept[][] = [];
  for (const one of kept) {
    const { domain, destination } = one.envelope;
    const name = JSON.stringify([domain, destination]);
    const batch = open.get(name);
    if (batch && batch.length < MOST_NAMED) batch.push(one);
    else {
      const begun = [one];
      open.set(name, begun);
      all.push(begun);
    }
  }
  return all;
}

function wakeUpFor(some: readonly Kept[]): ToWake {
  const keys = some.map(({ envelope }) => keyOf(envelope));
  const { domain = '', destination = '' } = keys[0] ?? {};
  const items = keys.map(({ feed, id }) => ({ feed, id }));
  // Named after all its items. Named after the first one only, SQS would drop it as a repeat of a smaller wake-up.
  return { domain, destination, items, time: some.map(({ name }) => name).join() };
}
