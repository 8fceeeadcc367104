import { THE_LIST } from '../../lib/outbox/wake-up.ts';
import { readEnvelope } from '../../lib/queues/envelope.ts';
import { readVerdictMessage } from '../../lib/verdict/verdict-message.ts';
import type { ItemKey } from '../wire.ts';

/** The items that an SQS event is about, whatever queue it came from. */
export function itemsIn(event: unknown): ItemKey[] {
  const { Records } = (event ?? {}) as { Records?: readonly { body?: unknown }[] };
  if (!Array.isArray(Records)) return [];
  return Records.flatMap(({ body }) => (typeof body === 'string' ? itemsOf(body) : []));
}

function itemsOf(body: string): ItemKey[] {
  const read = readEnvelope(body);
  if (!read.ok) {
    const clicked = readVerdictMessage(body);
    return clicked.ok ? [{ domain: clicked.message.domain, feed: 'cases', id: clicked.message.caseId }] : [];
  }
  const { envelope } = read;
  const { domain } = envelope;
  if (envelope.kind === 'case') return [{ domain, feed: 'cases', id: envelope.item.case_id }];
  if (envelope.kind === 'threat') return [{ domain, feed: 'threats', id: envelope.item.event_id }];
  if (envelope.kind === 'notice') return [];
  // One wake-up covers many items.
  const { feed, id, more = [] } = envelope.refresh;
  return [{ feed, id }, ...more]
    .filter((item) => item.id !== THE_LIST.id)
    .map((item) => ({ domain, feed: item.feed, id: item.id }));
}
