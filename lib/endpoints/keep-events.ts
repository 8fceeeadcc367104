import type { Clock } from '../base/clock.ts';
import { firstEventId } from '../case/delivery-id.ts';
import type { Envelope } from '../case/envelope.ts';
import type { EventType } from '../config/event-types.ts';
import type { Keep } from '../outbox/hand-over.ts';
import { changeIdOf } from '../outbox/item-content.ts';
import { closedAtMsOf } from '../posture/schemas/case.ts';
import { type EndpointEvent, ended } from './endpoint-event.ts';
import type { EventLedger } from './event-ledger.ts';
import { waitingPriority } from './event-priority.ts';
import { eventOf } from './events-of-case.ts';

export interface KeepEventsParts {
  readonly ledger: Pick<EventLedger, 'save' | 'read' | 'rowOf'>;
  /** Whether a destination is told events of this type; undefined for what is no endpoint. */
  readonly chooses: (destination: string, type: EventType) => boolean | undefined;
  readonly clock: Clock;
}

/** What is handed over to endpoints, as events. */
export const createKeepForEndpoints = (parts: KeepEventsParts): Keep => {
  const { ledger, chooses } = parts;
  return async (envelope, onlyIfKept) => {
    const { key } = eventOf(envelope);
    const first = ledger.rowOf({ key, eventId: firstEventId(key) });
    if (onlyIfKept && (await ledger.read(first)) === null) return null;
    const isChosen = (type: EventType) => chooses(envelope.destination, type) === true;
    return (await keepEvent(parts, envelope, isChosen)) ? envelope.deliveryId : null;
  };
};

/**
 * Writes the event of an envelope. Returns whether its endpoint has to wake up. A poller may have crashed after it wrote that
 * a case is new, and the case may have changed since. Then a second event tells the change, because a receiver may have the
 * first one already. A case that closed before the poller saw it gets its closing event at once.
 */
async function keepEvent(
  parts: Pick<KeepEventsParts, 'ledger' | 'clock'>,
  envelope: Envelope,
  isChosen: (type: EventType) => boolean,
): Promise<boolean> {
  const event = eventOf(envelope);
  const kept = await saveNew(parts, event, isChosen(event.type));
  const change = changeIn(envelope);
  const isClosed = change?.type === 'case.closed';
  if (!change || (kept !== 'repeat' && !isClosed)) return kept !== 'not chosen';
  const first = kept === 'repeat' ? await parts.ledger.read(parts.ledger.rowOf(event)) : null;
  const [toldMs, nowMs] = [first?.value.updatedAtMs ?? 0, event.updatedAtMs ?? 0];
  // A crash may have left only the first event of a case that was closed from the beginning. The second has an id of its own.
  const isNews = toldMs < nowMs || (isClosed && toldMs === nowMs) || first === null;
  if (isNews && first?.value.forgotten !== 'item') await saveNew(parts, change, isChosen(change.type));
  return isChosen(event.type) || isChosen(change.type);
}

/** What a case that is handed over as new says as a change of it. */
function changeIn(envelope: Envelope): EndpointEvent | null {
  const deliveryId = changeIdOf(envelope);
  if (envelope.kind !== 'case' || envelope.changed || deliveryId === null) return null;
  const isClosed = closedAtMsOf(envelope.item) !== null;
  const item = isClosed ? { ...envelope.item, state: 'closed' as const } : envelope.item;
  const event = eventOf({ ...envelope, item, deliveryId, changed: true });
  // Events of one moment have no order.
  return { ...event, atMs: event.atMs + 1 };
}

/**
 * Writes a new event. If an endpoint does not choose new cases, the row still says that the case was for it, because its
 * decision will be, too. `repeat`: the event is there already, and perhaps only the wake-up is missing.
 */
export async function saveNew(
  { ledger, clock }: { ledger: Pick<EventLedger, 'save'>; clock: Clock },
  event: EndpointEvent,
  isChosen: boolean,
  priority = waitingPriority(event.atMs),
): Promise<'new' | 'repeat' | 'not chosen'> {
  if (!isChosen && event.type !== 'case.created') return 'not chosen';
  const saved = isChosen
    ? await ledger.save(event, 0, priority, clock.now())
    : await ledger.save(ended(event, 'not chosen'), 0, null, clock.now());
  if (saved === null) return 'repeat';
  return isChosen ? 'new' : 'not chosen';
}
