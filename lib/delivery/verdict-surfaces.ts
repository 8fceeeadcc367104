import type { DeliveryLedger, SavedDelivery } from '../ledger/delivery-ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Case } from '../posture/schemas/case.ts';
import { deliveryIdOf } from '../queues/delivery-id.ts';
import type { Outbox } from '../queues/outbox.ts';
import { packEnvelope } from '../queues/pack-envelope.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import type { Surfaces, Told } from '../verdict/desk.ts';
import type { Reply } from '../verdict/message.ts';
import type { Delivery } from './delivery.ts';

export interface VerdictSurfacesParts {
  readonly ledger: DeliveryLedger;
  readonly outbox: Outbox;
  /** The queue of a destination; null when the configuration does not have it any more. */
  readonly queueUrlOf: (destination: string) => string | null;
  /** Shows it on the very message that was clicked, past its channel's queue. The hash of what is shown, or null. */
  readonly showAtOnce: (reply: Reply, delivery: Delivery, verdict: CaseVerdict) => Promise<string | null>;
  readonly tell: (reply: Reply, told: Told) => Promise<void>;
  /** The case from the API; null when it is not to be found. */
  readonly findCase: (verdict: CaseVerdict) => Promise<Case | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Shows a decision everywhere: at once where it was clicked, and by a message to each channel that has the case. Only
 * the latter is owed, so only that may fail the whole.
 */
export function createVerdictSurfaces(parts: VerdictSurfacesParts): Surfaces {
  const { ledger, outbox, queueUrlOf, clock, log } = parts;

  async function showWhereClicked(
    verdict: CaseVerdict,
    reply: Reply,
    places: readonly SavedDelivery[],
  ): Promise<void> {
    const place = places.find(({ value }) => isAt(value, reply)) ?? (await repair(verdict, reply, places));
    if (!place) return;
    const hash = await parts.showAtOnce(reply, place.value, verdict);
    if (hash === null || !place.value.main) return;
    const shown = { ...place.value, main: { ...place.value.main, hash } };
    await ledger.save(shown, place.version, true, clock.now());
  }

  /** A message whose case the ledger forgot becomes known again, so that its buttons do something. */
  async function repair(
    verdict: CaseVerdict,
    reply: Reply,
    places: readonly SavedDelivery[],
  ): Promise<SavedDelivery | null> {
    const { domain, caseId, decision } = verdict;
    if (reply.surface !== 'slack' || reply.channel === null || reply.messageTs === null) return null;
    const known = places.some(({ value }) => value.key.destination === decision.place);
    const item = known ? null : await parts.findCase(verdict);
    if (!item) return null;
    const delivery: Delivery = {
      key: { domain, feed: 'cases', id: caseId, destination: decision.place },
      content: { kind: 'case', item, trimmed: [] },
      broadcast: false,
      thread: null,
      main: { ref: { channel: reply.channel, ts: reply.messageTs }, hash: 'unknown' },
      notes: {},
      memory: null,
      begun: null,
      parked: null,
      handedOverAtMs: clock.now(),
    };
    const version = await ledger.save(delivery, 0, false, clock.now());
    log('repaired', { domain, caseId, destination: decision.place });
    return version === null ? null : { version, value: delivery };
  }

  return {
    async changed(verdict, reply) {
      const { domain, caseId, version } = verdict;
      const places = await ledger.places({ domain, feed: 'cases', id: caseId });
      if (reply) {
        await showWhereClicked(verdict, reply, places).catch((error) =>
          log('not shown at once', { domain, caseId, error: String(error) }),
        );
      }
      const destinations = new Set(places.map(({ value }) => value.key.destination));
      if (reply) destinations.add(verdict.decision.place);
      const messages = [...destinations].flatMap((destination) => {
        const queueUrl = queueUrlOf(destination);
        return queueUrl === null
          ? []
          : [{ queueUrl, message: refreshOf(destination, domain, caseId, version) }];
      });
      for (const { queueUrl, message } of messages) {
        const unsent = await outbox.send(queueUrl, [message]);
        if (unsent[0]) throw new Error(`the refresh was not taken: ${unsent[0].reason}`);
      }
    },
    tell: parts.tell,
  };

  function refreshOf(destination: string, domain: string, caseId: string, version: number) {
    const deliveryId = deliveryIdOf({ domain, feed: 'refresh', id: `${caseId}@${version}`, destination });
    const body = packEnvelope({
      v: 1,
      kind: 'refresh',
      deliveryId,
      domain,
      destination,
      routes: [],
      handedOverAt: new Date(clock.now()).toISOString(),
      refresh: { feed: 'cases', id: caseId, version },
    });
    return { deliveryId, group: destination, body };
  }
}

const isAt = ({ main }: Delivery, reply: Reply): boolean =>
  reply.surface === 'slack' &&
  reply.messageTs !== null &&
  main?.ref.ts === reply.messageTs &&
  main.ref.channel === reply.channel;
