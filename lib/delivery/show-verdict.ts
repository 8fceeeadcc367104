import type { MessageRef } from '../chats/shared/chat.ts';
import type { Replies } from '../chats/shared/chat-definition.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Case } from '../posture/schemas/case.ts';
import { deliveryIdOf } from '../queues/delivery-id.ts';
import type { Outbox, OutMessage } from '../queues/outbox.ts';
import { packEnvelope } from '../queues/pack-envelope.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import type { Surfaces } from '../verdict/verdict-handler.ts';
import type { Reply } from '../verdict/verdict-message.ts';
import { type Delivery, newDelivery } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';

export interface VerdictDisplayParts {
  readonly ledger: DeliveryLedger;
  readonly outbox: Outbox;
  /** The queue of a destination; null when the configuration does not have it any more. */
  readonly queueUrlOf: (destination: string) => string | null;
  /** How a click in a chat is answered; undefined for a chat that the bridge does not know any more. */
  readonly repliesOf: (chat: string) => Replies | undefined;
  /** The case from the API; null when it is not to be found. */
  readonly findCase: (verdict: CaseVerdict) => Promise<Case | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The hash of nothing that is ever shown. */
const UNKNOWN = 'unknown';
/** Each round is a write that another was quicker to make. */
const MAX_ROUNDS = 5;

/**
 * Shows a decision everywhere: at once where it was clicked, and by a message to each channel that has the case. Only
 * the latter is owed, so only that may fail the whole.
 */
export function createVerdictDisplay(parts: VerdictDisplayParts): Surfaces {
  const { ledger, outbox, queueUrlOf, repliesOf, clock, log } = parts;

  const clickedMessage = (reply: Reply): MessageRef | null =>
    repliesOf(reply.surface)?.clickedMessage(reply) ?? null;

  function isAt({ main }: Delivery, reply: Reply): boolean {
    const ref = clickedMessage(reply);
    return ref !== null && Object.entries(ref).every(([name, value]) => main?.ref[name] === value);
  }

  /** Where it was clicked, if the ledger knows or gets to know of it. */
  async function showWhereClicked(
    verdict: CaseVerdict,
    reply: Reply,
    places: readonly SavedDelivery[],
  ): Promise<SavedDelivery | null> {
    const { domain, caseId } = verdict;
    const failed = (error: unknown) => {
      log('not shown at once', { domain, caseId, error: String(error) });
      return null;
    };
    const known = places.find(({ value }) => isAt(value, reply));
    const place = known ?? (await repair(verdict, reply, places).catch(failed));
    if (place) await repliesOf(reply.surface)?.showAtOnce(reply, place.value, verdict).catch(failed);
    return place;
  }

  /**
   * What was shown past the channel's queue may have been overtaken by it, and the other way round. So nobody knows
   * what stands there until the queue shows it once more. The version of the row that says so.
   */
  async function forgetWhatIsShown({ key }: Delivery): Promise<number> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const saved = await ledger.load(key);
      if (!saved?.value.main) return saved?.version ?? 0;
      const main = { ...saved.value.main, hash: UNKNOWN };
      const written = await ledger.save({ ...saved.value, main }, saved.version, false, clock.now());
      if (written !== null) return written;
    }
    throw new Error('others were quicker each time');
  }

  /** A message whose case the ledger forgot becomes known again, so that its buttons do something. */
  async function repair(
    verdict: CaseVerdict,
    reply: Reply,
    places: readonly SavedDelivery[],
  ): Promise<SavedDelivery | null> {
    const { domain, caseId, decision } = verdict;
    const ref = clickedMessage(reply);
    if (!ref) return null;
    const known = places.some(({ value }) => value.key.destination === decision.place);
    const item = known ? null : await parts.findCase(verdict);
    if (!item) return null;
    const key = { domain, feed: 'cases', id: caseId, destination: decision.place } as const;
    const delivery: Delivery = {
      ...newDelivery(key, { kind: 'case', item, trimmed: [] }, clock.now()),
      main: { ref, hash: UNKNOWN },
    };
    const version = await ledger.save(delivery, 0, false, clock.now());
    if (version !== null) log('repaired', { domain, caseId, destination: decision.place });
    return version === null ? null : { version, value: delivery };
  }

  return {
    async changed(verdict, reply) {
      const { domain, caseId, version } = verdict;
      const places = await ledger.places({ domain, feed: 'cases', id: caseId });
      const clicked = reply && (await showWhereClicked(verdict, reply, places));
      // A name of its own for each time, or the queue would take the second refresh for a repeat of the first.
      const time = clicked ? `${version}.${await forgetWhatIsShown(clicked.value)}` : String(version);
      const destinations = new Set(places.map(({ value }) => value.key.destination));
      if (reply) destinations.add(verdict.decision.place);
      const messages = [...destinations].flatMap((destination) => {
        const queueUrl = queueUrlOf(destination);
        return queueUrl === null ? [] : [{ queueUrl, message: refreshOf(destination, verdict, time) }];
      });
      for (const { queueUrl, message } of messages) await send(queueUrl, message);
    },
    async tell(reply, refused) {
      const replies = repliesOf(reply.surface);
      await replies?.tell(reply, refused);
      if (refused.because === 'denied') return;
      // The analyst saw something old. Or sees by now that the click was taken, where the chat foresees that.
      if (refused.because !== 'comment-required' || replies?.foreseesDecisions)
        await showAnew(refused, reply);
    },
  };

  async function showAnew(
    { domain, caseId }: { domain: string; caseId: string },
    reply: Reply,
  ): Promise<void> {
    const places = await ledger.places({ domain, feed: 'cases', id: caseId });
    const clicked = places.find(({ value }) => isAt(value, reply));
    const queueUrl = clicked && queueUrlOf(clicked.value.key.destination);
    if (!queueUrl) return;
    const time = `anew.${await forgetWhatIsShown(clicked.value)}`;
    await send(queueUrl, refreshOf(clicked.value.key.destination, { domain, caseId, version: 0 }, time));
  }

  async function send(queueUrl: string, message: OutMessage): Promise<void> {
    const [unsent] = await outbox.send(queueUrl, [message]);
    if (unsent) throw new Error(`the refresh was not taken: ${unsent.reason}`);
  }

  function refreshOf(
    destination: string,
    { domain, caseId, version }: Pick<CaseVerdict, 'domain' | 'caseId' | 'version'>,
    time: string,
  ): OutMessage {
    const deliveryId = deliveryIdOf({ domain, feed: 'refresh', id: `${caseId}@${time}`, destination });
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
