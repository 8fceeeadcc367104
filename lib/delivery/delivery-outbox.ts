import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Outbox, OutMessage, Unsent } from '../queues/outbox.ts';
import { bellOf, type Named } from './bell.ts';
import { MAIN } from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { changeIdOf, deliveryOf, type ItemEnvelope, isNewer, keyOf, withContent } from './item-content.ts';
import { changedPlace, placeOf, type SevereFrom } from './urgency.ts';

export interface DeliveryOutboxParts {
  readonly outbox: Outbox;
  readonly ledger: DeliveryLedger;
  readonly severeFrom: SevereFrom;
  readonly clock: Clock;
}

/** How many rows are written at a time. */
const AT_ONCE = 20;
/** Each round is a write that another function was quicker to make. */
const MAX_ROUNDS = 5;
/** What one bell names. */
const MOST_NAMED = 100;

/**
 * Writes what chats are to show into the ledger, and rings for it. So a queue that is purged, a bell that is lost and a
 * destination that is closed for a month lose nothing. Messages without an envelope go to their queue as they are.
 */
export function createDeliveryOutbox({ outbox, ledger, severeFrom, clock }: DeliveryOutboxParts): Outbox {
  /** What the queue has to hear of it. `merged`: a bell that is none of those which rang for what it said before. */
  async function keep(
    envelope: ItemEnvelope,
    onlyIfKept: boolean,
  ): Promise<'bell' | 'merged' | 'all of it' | 'nothing'> {
    if (!envelope.changed) {
      const delivery = deliveryOf(envelope);
      const place = placeOf(delivery, { do: 'post', note: MAIN }, { severeFrom });
      if ((await ledger.save(delivery, 0, place, clock.now())) !== null) return 'bell';
      // It is there already. A poller may have died after it wrote this, and the item may have changed since.
    }
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const saved = await ledger.load(keyOf(envelope));
      // It was never for this destination; or its first message, of an earlier version, is still in the queue before it.
      if (!saved) return onlyIfKept ? 'nothing' : 'all of it';
      if (!isNewer(envelope, saved.value)) return 'bell';
      const next = withContent(saved.value, envelope, severeFrom);
      const place = changedPlace(next, saved.todo, { severeFrom, nowMs: clock.now() });
      const written = await ledger.save(next, saved.version, place, clock.now());
      if (written !== null) return envelope.changed ? 'bell' : 'merged';
    }
    throw new Error('others were quicker each time');
  }

  return {
    async send(queueUrl, messages) {
      const unkept: Unsent[] = [];
      const toRing: OutMessage[] = [];
      const plain = messages.filter(({ envelope }) => !envelope);
      await inParallel(messages, AT_ONCE, async (message) => {
        const { envelope, deliveryId, onlyIfKept = false } = message;
        if (!envelope || envelope.kind === 'refresh') return;
        try {
          const heard = await keep(envelope, onlyIfKept);
          if (heard === 'bell') toRing.push(message);
          // Before the others: the first gives the bell its name, and one of an earlier name would be dropped as a repeat.
          else if (heard === 'merged') toRing.unshift({ ...message, envelope: renamed(envelope) });
          else if (heard === 'all of it') plain.push(message);
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
    return { bell: bellOf({ domain, destination, items, time: deliveryId, nowMs }), messages };
  });
}

function named({ envelope }: OutMessage): Named[] {
  if (envelope?.kind === 'case') return [{ feed: 'cases', id: envelope.item.case_id }];
  return envelope?.kind === 'threat' ? [{ feed: 'threats', id: envelope.item.event_id }] : [];
}
