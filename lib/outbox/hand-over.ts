import type { Envelope, HandOver } from '../case/envelope.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Outbox, Unsent } from '../platform/queues/outbox.ts';
import { keyOf } from './item-content.ts';
import { type ToWake, wakeUpOf } from './wake-up.ts';

/** Writes what is handed over into the ledger; by which name its destination is woken up, or null where nobody has to be. */
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
 * Writes what is for a destination into the ledger, and then wakes up whoever works for it. So a queue that is purged, a
 * wake-up that is lost and a destination that is closed for a month lose nothing.
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
    // The rows are there. But a queue that takes nothing is worth trying again, and worth a word.
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
  // By all that it is for: named by the first alone, it would be dropped as a repeat of one that was for less.
  return { domain, destination, items, time: some.map(({ name }) => name).join() };
}
