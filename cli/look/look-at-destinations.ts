import { isChat } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { isWebhook } from '../../lib/config/webhooks.ts';
import type { Closed } from '../../lib/delivery/closed.ts';
import { timeIn } from '../../lib/delivery/urgency.ts';
import { createDeliveryLedger } from '../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createHookLedger } from '../../lib/dynamo/dynamo-hook-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { inParallel } from '../../lib/platform/in-parallel.ts';
import type { Line } from '../../lib/platform/terminal.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { table } from '../frame/table.ts';
import { agoWords, isoOf } from '../frame/time-words.ts';

export interface DestinationView {
  readonly destination: string;
  readonly type: string;
  /** `own`: a queue of the user's, which takes what it is given. */
  readonly is: 'open' | 'closed' | 'own';
  readonly kind: Closed['kind'] | null;
  readonly because: string | null;
  readonly since: string | null;
  /** When it is tried again. */
  readonly nextTry: string | null;
  readonly tries: number;
  /** What is still to be shown or told there, counted up to `COUNTED`. */
  readonly waiting: number;
  readonly waitingSince: string | null;
}

/** Of those that wait. More are more than anybody counts. */
export const COUNTED = 1_000;
const AT_ONCE = 8;

export async function lookAtDestinations(
  { ledger }: OpenBridge,
  { destinations }: BridgeConfig,
): Promise<DestinationView[]> {
  const rows = createDynamoVersionedRows(ledger);
  const [chats, hooks] = [createDeliveryLedger(rows), createHookLedger(rows)];
  return inParallel(Object.entries(destinations), AT_ONCE, async ([destination, settings]) => {
    const { type } = settings;
    const from = isChat(type) ? chats : isWebhook(settings) ? hooks : null;
    if (!from) return viewOfDestination(destination, type, null, [], true);
    const [closed, waiting] = await Promise.all([
      from.loadClosed(destination),
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
  closed: Closed | null,
  places: readonly string[],
  own = false,
): DestinationView {
  const times = places.map(timeIn).filter((ms) => ms > 0);
  return {
    destination,
    type,
    is: own ? 'own' : closed ? 'closed' : 'open',
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
    one.is === 'own'
      ? 'a queue of yours'
      : { text: one.is, as: one.is === 'open' ? ('good' as const) : ('bad' as const) },
    one.is === 'own' ? '' : `${one.waiting}${one.waiting >= COUNTED ? ' or more' : ''}`,
    one.since ? agoWords(Date.parse(one.since), nowMs) : '',
    one.because ? `${one.kind}: ${one.because}` : '',
    one.nextTry ? agoWords(Date.parse(one.nextTry), nowMs) : '',
  ]);
  return table(['destination', 'type', 'is', 'waiting', 'since', 'why', 'next try'], rows);
}
