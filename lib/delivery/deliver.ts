import type { Content } from '../chats/shared/renderer.ts';
import { NOBODY_NAMED } from '../chats/shared/texts.ts';
import type { Case } from '../posture/schemas/case.ts';
import { readTimestamp } from '../posture/schemas/timestamp.ts';
import type { Envelope } from '../queues/envelope.ts';
import type { Handled, HandleEnvelope, MessageMeta } from '../queues/sqs-batch.ts';
import { addTrimmings, trimItem } from '../queues/trim-item.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import { bringUpToDate, type Loaded } from './bring-up-to-date.ts';
import { type Delivery, type DeliveryKey, newDelivery } from './delivery.ts';
import type { SavedDelivery } from './delivery-ledger.ts';
import { createDigests, type DigestsParts } from './digests.ts';
import type { Arrival } from './storm.ts';

export interface DeliverParts<Message> extends DigestsParts<Message> {
  /** The channel of a destination, or null when the configuration does not have it any more. */
  readonly channelOf: (destination: string) => string | null;
  readonly verdictOf: (domain: string, caseId: string) => Promise<CaseVerdict | null>;
  /** Says to the operators what could not be shown. */
  readonly tellOps: (parked: { key: DeliveryKey; reason: string }) => Promise<void>;
}

/** Less than a row holds. */
const KEPT_BYTES = 300 * 1024;

/**
 * Brings what a message speaks of up to date at its destination. The message is only a reason to look: what is
 * shown comes from the ledger, so a repeat finds nothing to do, and a late one shows nothing old.
 */
export function createDeliver<Message>(parts: DeliverParts<Message>): HandleEnvelope {
  const { ledger, clock, log, metrics, renderer, channelOf, verdictOf } = parts;
  const digests = createDigests(parts);

  return async function deliver(envelope, meta) {
    const { destination } = envelope;
    const channel = channelOf(destination);
    if (channel === null) {
      return {
        restsBecause: `the configuration has no destination "${destination}", not yet or not any more`,
      };
    }
    const key = keyOf(envelope);
    const saved = await ledger.load(key);
    if (!saved && (envelope.kind === 'refresh' || envelope.changed)) {
      log('nothing to refresh', { ...key });
      return 'done';
    }
    const loaded = saved ? await withContent(saved, envelope) : await settle(envelope, key, channel, meta);
    const handled = 'handled' in loaded ? loaded.handled : await show(loaded, channel, meta);
    if (typeof handled === 'object' && 'parkedBecause' in handled) {
      metrics('surface', { Surface: parts.definition.name }, { MessagesParked: 1 });
      log('parked', { ...key, reason: handled.parkedBecause });
      await parts.tellOps({ key, reason: handled.parkedBecause });
    }
    if (handled !== 'done') return handled;
    return (await digests.keepUp(destination, channel, meta)) ?? 'done';
  };

  async function show(loaded: Loaded, channel: string, meta: MessageMeta): Promise<Handled> {
    const { domain, feed, id } = loaded.delivery.key;
    const verdict = feed === 'cases' ? await verdictOf(domain, id) : null;
    return bringUpToDate(parts, channel, loaded, (one) => renderer.render(one, verdict), meta);
  }

  /** What is known of the item may be newer here than there. */
  async function withContent(
    { version, value }: SavedDelivery,
    envelope: Envelope,
  ): Promise<{ delivery: Delivery; version: number }> {
    if (envelope.kind !== 'case' || value.content.kind !== 'case') return { delivery: value, version };
    if (updatedAtMs(envelope.item) <= updatedAtMs(value.content.item)) return { delivery: value, version };
    await linkEvents(envelope);
    return { delivery: { ...value, content: contentOf(envelope) }, version };
  }

  /** Decides once where a new item goes, and writes that down. */
  async function settle(
    envelope: Envelope,
    key: DeliveryKey,
    channel: string,
    meta: MessageMeta,
  ): Promise<{ delivery: Delivery; version: number } | { handled: Handled }> {
    const ofCase = envelope.kind === 'threat' ? await threadOfCase(key) : null;
    let thread = ofCase;
    if (!thread && (envelope.kind === 'case' || envelope.kind === 'threat')) {
      const digest = await digests.threadFor(envelope.destination, channel, arrivalOf(envelope), meta);
      if ('handled' in digest) return digest;
      thread = digest.thread;
    }
    if (envelope.kind === 'case') await linkEvents(envelope);
    const delivery: Delivery = {
      ...newDelivery(key, contentOf(envelope), Date.parse(envelope.handedOverAt)),
      // Nothing of a storm goes into the channel: that is what its digest is for.
      broadcast: ofCase !== null && envelope.broadcast === true,
      thread,
    };
    const version = await ledger.save(delivery, 0, false, clock.now());
    return version === null ? { handled: 'retry' } : { delivery, version };
  }

  async function threadOfCase({ domain, destination, id }: DeliveryKey) {
    const caseId = await ledger.caseOf(domain, id);
    if (caseId === null) return null;
    const posted = await ledger.load({ domain, feed: 'cases', id: caseId, destination });
    return posted?.value.thread ?? posted?.value.main?.ref ?? null;
  }

  async function linkEvents({ domain, item }: Extract<Envelope, { kind: 'case' }>): Promise<void> {
    const eventIds = (item.events ?? []).map(({ event_id }) => event_id);
    if (eventIds.length > 0) await ledger.linkEvents(domain, item.case_id, eventIds, clock.now());
  }
}

const updatedAtMs = ({ updated_at }: Case): number => readTimestamp(updated_at ?? '') ?? 0;

function keyOf(envelope: Envelope): DeliveryKey {
  const { domain, destination } = envelope;
  switch (envelope.kind) {
    case 'case':
      return { domain, destination, feed: 'cases', id: envelope.item.case_id };
    case 'threat':
      return { domain, destination, feed: 'threats', id: envelope.item.event_id };
    case 'notice':
      return { domain, destination, feed: 'notices', id: envelope.deliveryId };
    case 'refresh':
      return { domain, destination, feed: envelope.refresh.feed, id: envelope.refresh.id };
  }
}

function contentOf(envelope: Envelope): Content {
  switch (envelope.kind) {
    case 'case': {
      const { item, ...more } = trimItem('case', envelope.item, KEPT_BYTES);
      const { what, eventsLeftOut } = addTrimmings(envelope.trimmed, more);
      return { kind: 'case', item, trimmed: what, eventsLeftOut };
    }
    case 'threat': {
      const { item, ...more } = trimItem('threat', envelope.item, KEPT_BYTES);
      return { kind: 'threat', item, trimmed: addTrimmings(envelope.trimmed, more).what };
    }
    case 'notice':
      return { kind: 'notice', notice: envelope.notice };
    case 'refresh':
      throw new Error('a refresh has no content of its own');
  }
}

function arrivalOf(envelope: Extract<Envelope, { kind: 'case' | 'threat' }>): Arrival {
  const { deliveryId, item } = envelope;
  const type = envelope.kind === 'case' ? envelope.item.threat_type : envelope.item.category?.[0];
  return {
    deliveryId,
    handedOverAtMs: Date.parse(envelope.handedOverAt),
    isCase: envelope.kind === 'case',
    type: type ?? envelope.kind,
    person: item.user_email ?? item.user_name ?? NOBODY_NAMED,
  };
}
