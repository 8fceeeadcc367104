import { cutText } from '../base/queues/message-text.ts';
import { changedId, deliveryIdOf } from '../case/delivery-id.ts';
import type { Envelope } from '../case/envelope.ts';
import { severityOf } from '../case/evidence.ts';
import type { Content, Notice } from '../case/message-content.ts';
import { NOBODY_NAMED, UNKNOWN_SEVERITY } from '../case/message-content.ts';
import { addTrimmings, fitItem } from '../case/trim-item.ts';
import { isCanary } from '../config/canary.ts';
import { updatedAtMsOf } from '../posture/schemas/case.ts';
import { type Delivery, type DeliveryKey, newDelivery } from './delivery.ts';
import type { Arrival } from './storm.ts';

export function keyOf(envelope: Envelope): DeliveryKey {
  const { domain, destination } = envelope;
  switch (envelope.kind) {
    case 'case':
      return { domain, destination, feed: 'cases', id: envelope.item.case_id };
    case 'threat':
      return { domain, destination, feed: 'threats', id: envelope.item.event_id };
    case 'notice':
      return { domain, destination, feed: 'notices', id: envelope.deliveryId };
  }
}

/** The id of a change of a case; null for items that do not change. */
export const changeIdOf = (envelope: Envelope): string | null =>
  envelope.kind === 'case'
    ? deliveryIdOf({
        ...keyOf(envelope),
        id: changedId(envelope.item.case_id, envelope.item.updated_at ?? ''),
      })
    : null;

export function contentOf(envelope: Envelope): Content {
  switch (envelope.kind) {
    case 'case': {
      const { item, ...more } = fitItem('case', envelope.item);
      const { what, eventsLeftOut } = addTrimmings(envelope.trimmed, more);
      const { facts } = envelope;
      return { kind: 'case', item, trimmed: what, eventsLeftOut, ...(facts && { facts }) };
    }
    case 'threat': {
      const { item, ...more } = fitItem('threat', envelope.item);
      return { kind: 'threat', item, trimmed: addTrimmings(envelope.trimmed, more).what };
    }
    case 'notice':
      return { kind: 'notice', notice: trimNotice(envelope.notice) };
  }
}

const trimNotice = (notice: Notice): Notice => ({
  ...notice,
  code: cutText(notice.code, 100),
  title: cutText(notice.title, 1_000),
  text: cutText(notice.text, 20_000),
});

/** A new delivery: nothing is shown, and nobody has decided under which message it goes. */
export const deliveryOf = (envelope: Envelope): Delivery => ({
  ...newDelivery(keyOf(envelope), contentOf(envelope), Date.parse(envelope.handedOverAt)),
  broadcast: envelope.broadcast === true,
  ...(envelope.eventsLinked && { eventsLinked: true }),
});

/** Whether a message brings something newer than what is kept. Only cases change. */
export const isNewer = (envelope: Envelope, { content, forgotten }: Delivery): boolean =>
  forgotten !== 'item' &&
  envelope.kind === 'case' &&
  content.kind === 'case' &&
  updatedAtMsOf(envelope.item) > updatedAtMsOf(content.item);

/** What a storm counts for a new message: a group counts as all of its threats. */
export function arrivalsOf(delivery: Delivery): readonly Arrival[] {
  const { key, content, handedOverAtMs } = delivery;
  if (content.kind !== 'threats') return [arrivalOf(delivery) ?? []].flat();
  return content.threats.flatMap(({ domain, id, item }) => {
    const named = { ...key, domain, feed: 'threats' as const, id };
    return item
      ? (arrivalOf({ key: named, content: { kind: 'threat', item, trimmed: [] }, handedOverAtMs }) ?? [])
      : [];
  });
}

/** What a storm or a backlog counts for a new item; null for a notice or a digest. */
export function arrivalOf({
  key,
  content,
  handedOverAtMs,
}: Pick<Delivery, 'key' | 'content' | 'handedOverAtMs'>): Arrival | null {
  if ((content.kind !== 'case' && content.kind !== 'threat') || isCanary(key.domain)) return null;
  const { item } = content;
  const type = content.kind === 'case' ? content.item.threat_type : content.item.category?.[0];
  return {
    deliveryId: deliveryIdOf(key),
    key,
    handedOverAtMs,
    caseId: content.kind === 'case' ? key.id : null,
    severity: (content.kind === 'case' && severityOf(content.item)) || UNKNOWN_SEVERITY,
    type: type ?? content.kind,
    person: item.user_email ?? item.user_name ?? NOBODY_NAMED,
  };
}
