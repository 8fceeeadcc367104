import { readEnvelope } from '../../../lib/queues/envelope.ts';
import { readVerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import type { ItemKey } from '../wire.ts';

/** The items that an event of SQS is about, whatever queue it came from. */
export function itemsIn(event: unknown): ItemKey[] {
  const { Records } = (event ?? {}) as { Records?: readonly { body?: unknown }[] };
  if (!Array.isArray(Records)) return [];
  return Records.flatMap(({ body }) => (typeof body === 'string' ? (itemIn(body) ?? []) : []));
}

function itemIn(body: string): ItemKey | null {
  const read = readEnvelope(body);
  if (!read.ok) {
    const clicked = readVerdictMessage(body);
    return clicked.ok ? { domain: clicked.message.domain, feed: 'cases', id: clicked.message.caseId } : null;
  }
  const { envelope } = read;
  const { domain } = envelope;
  if (envelope.kind === 'case') return { domain, feed: 'cases', id: envelope.item.case_id };
  if (envelope.kind === 'threat') return { domain, feed: 'threats', id: envelope.item.event_id };
  return envelope.kind === 'refresh'
    ? { domain, feed: envelope.refresh.feed, id: envelope.refresh.id }
    : null;
}
