import { inParallel } from '../../lib/base/in-parallel.ts';
import type { Line } from '../../lib/base/terminal.ts';
import { isChat } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import type { Outage } from '../../lib/outbox/outage.ts';
import { timeIn } from '../../lib/outbox/priority.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { table } from '../frame/table.ts';
import { agoWords, isoOf } from '../frame/time-words.ts';

export interface DestinationView {
  readonly destination: string;
  readonly type: string;
  readonly is: 'open' | 'closed';
  readonly kind: Outage['kind'] | null;
  readonly because: string | null;
  readonly since: string | null;
  /** When it is retried. */
  readonly nextTry: string | null;
  readonly tries: number;
  /** What still has to be shown or sent there, counted up to `COUNTED`. */
  readonly waiting: number;
  readonly waitingSince: string | null;
}

/** The most waiting deliveries to count. */
export const COUNTED = 1_000;
const AT_ONCE = 8;

export async function statusOfDestinations(
  { ledger }: OpenBridge,
  { destinations }: BridgeConfig,
): Promise<DestinationView[]> {
  const rows = createDynamoVersionedRows(ledger);
  const [chats, events] = [createDeliveryLedger(rows), createEventLedger(rows)];
  return inParallel(Object.entries(destinations), AT_ONCE, async ([destination, { type }]) => {
    const from = isChat(type) ? chats : events;
    const [closed, waiting] = await Promise.all([
      from.loadOutage(destination),
      from.todo(destination, { limit: COUNTED }),
    ]);
    return viewOfDestination(
      destination,
      type,
      closed?.value ?? null,
      waiting.map(({ at }) => at),
    );
  });
}

export function viewOfDestination(
  destination: string,
  type: string,
  closed: Outage | null,
  places: readonly string[],
): DestinationView {
  const times = places.map(timeIn).filter((ms) => ms > 0);
  return {
    destination,
    type,
    is: closed ? 'closed' : 'open',
    kind: closed?.kind ?? null,
    because: closed?.reason ?? null,
    since: isoOf(closed?.sinceMs),
    nextTry: isoOf(closed?.nextProbeMs),
    tries: closed?.probes ?? 0,
    waiting: places.length,
    waitingSince: times.length > 0 ? isoOf(Math.min(...times)) : null,
  };
}

export function tellDestinations(all: readonly DestinationView[], nowMs: number): Line[] {
  const rows = all.map((one) => [
    one.destination,
    one.type,
    { text: one.is, as: one.is === 'open' ? ('good' as const) : ('bad' as const) },
    `${one.waiting}${one.waiting >= COUNTED ? ' or more' : ''}`,
    one.since ? agoWords(Date.parse(one.since), nowMs) : '',
    one.because ? `${one.kind}: ${one.because}` : '',
    one.nextTry ? agoWords(Date.parse(one.nextTry), nowMs) : '',
  ]);
  return table(['destination', 'type', 'is', 'waiting', 'since', 'why', 'next try'], rows);
}
