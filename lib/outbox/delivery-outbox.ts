import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Outbox, OutMessage, Unsent } from '../queues/outbox.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { changeIdOf, type ItemEnvelope } from './item-content.ts';
import { createKeep } from './keep-content.ts';
import type { SevereFrom } from './urgency.ts';
import { type Named, wakeUpOf } from './wake-up.ts';

export interface DeliveryOutboxParts {
  readonly outbox: Outbox;
  readonly ledger: Pick<DeliveryLedger, 'keep' | 'load'>;
  readonly severeFrom: SevereFrom;
  readonly clock: Clock;
}

/** How many rows are written at a time. */
const AT_ONCE = 20;
/** What one bell names. */
const MOST_NAMED = 100;

/**
 * Writes what chats are to show into the ledger, and rings for it. So a queue that is purged, a bell that is lost and a
 * destination that is closed for a month lose nothing. Messages without an envelope go to their queue as they are.
 */
export function createDeliveryOutbox({ outbox, ledger, severeFrom, clock }: DeliveryOutboxParts): Outbox {
  const keep = createKeep({ ledger, severeFrom, clock });

  return {
    async send(queueUrl, messages) {
      const unkept: Unsent[] = [];
      const toRing: OutMessage[] = [];
      const plain = messages.filter(({ envelope }) => !envelope);
      await inParallel(messages, AT_ONCE, async (message) => {
        const { envelope, deliveryId, onlyIfKept = false } = message;
        if (!envelope || envelope.kind === 'refresh') return;
        try {
          const kept = await keep(envelope);
          // Before the others: the first gives the bell its name, and one of an earlier name would be dropped as a repeat.
          if (kept === 'merged') toRing.unshift({ ...message, envelope: renamed(envelope) });
          else if (kept !== 'nowhere') toRing.push(message);
          // It was never for this destination; or its first hand-over is under way, and all of it comes after that.
          else if (!onlyIfKept) plain.push(message);
        } catch (error) {
          unkept.push({ deliveryId, reason: String(error) });
        }
      });
      const bells = bellsFor(toRing, clock.now());
      const unsent = await outbox.send(queueUrl, [...plain, ...bells.map(({ bell }) => bell)]);
      // The rows are there. But a queue that takes nothing is worth trying again, and worth a word.
      const unrung = unsent.flatMap(({ deliveryId, reason }) => {
        const rung = bells.find(({ bell }) => bell.deliveryId === deliveryId);
        const ids = rung ? rung.messages.map((message) => message.deliveryId) : [deliveryId];
        return ids.map((id) => ({ deliveryId: id, reason }));
      });
      return [...unkept, ...unrung];
    },
  };
}

const renamed = (envelope: ItemEnvelope): ItemEnvelope => ({
  ...envelope,
  deliveryId: changeIdOf(envelope) ?? envelope.deliveryId,
});

interface Rung {
  readonly bell: OutMessage;
  readonly messages: readonly OutMessage[];
}

/** One bell for the items of a destination, and not one for each. A notice rings for itself. */
function bellsFor(messages: readonly OutMessage[], nowMs: number): readonly Rung[] {
  const groups = new Map<string, OutMessage[]>();
  const bells: Rung[] = [];
  for (const message of messages) {
    const group = groups.get(message.group);
    if (message.envelope?.kind === 'notice') bells.push({ bell: message, messages: [message] });
    else if (group && group.length < MOST_NAMED) group.push(message);
    else {
      const begun = [message];
      groups.set(message.group, begun);
      bells.push({ bell: message, messages: begun });
    }
  }
  return bells.map(({ bell, messages }) => {
    const { envelope } = bell;
    if (!envelope || envelope.kind === 'notice') return { bell, messages };
    const items = messages.flatMap(named) as unknown as [Named, ...Named[]];
    const { domain, destination, deliveryId } = envelope;
    return { bell: wakeUpOf({ domain, destination, items, time: deliveryId }, nowMs), messages };
  });
}

function named({ envelope }: OutMessage): Named[] {
  if (envelope?.kind === 'case') return [{ feed: 'cases', id: envelope.item.case_id }];
  return envelope?.kind === 'threat' ? [{ feed: 'threats', id: envelope.item.event_id }] : [];
}
