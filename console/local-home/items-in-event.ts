import { readWakeUp } from '../../lib/outbox/wake-up.ts';
import { readVerdictMessage } from '../../lib/verdict/verdict-message.ts';
import type { ItemKey } from '../wire.ts';

/** The items that an SQS event is about, whatever queue it came from. */
export function itemsIn(event: unknown): ItemKey[] {
  const { Records } = (event ?? {}) as { Records?: readonly { body?: unknown }[] };
  if (!Array.isArray(Records)) return [];
  return Records.flatMap(({ body }) => (typeof body === 'string' ? itemsOf(body) : []));
}

function itemsOf(body: string): ItemKey[] {
  const read = readWakeUp(body);
  if (!read.ok) {
    const clicked = readVerdictMessage(body);
    return clicked.ok ? [{ domain: clicked.message.domain, feed: 'cases', id: clicked.message.caseId }] : [];
  }
  const { domain, items } = read.message;
  return items.flatMap(({ feed, id }) =>
    feed === 'cases' || feed === 'threats' ? [{ domain, feed, id }] : [],
  );
}
