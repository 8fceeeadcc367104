import { isChat } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { allGivenUp, allWaiting } from '../../lib/endpoints/event-priority.ts';
import type { Source } from '../source.ts';
import type { EndpointState, ItemKey } from '../wire.ts';
import type { ToldEvent } from './tell-events.ts';

/** Nobody counts further than this by eye. */
const MOST_COUNTED = 100;
const MOST_TOLD = 5;

export type ToldItem = Pick<ItemKey, 'id'> & { readonly told: readonly ToldEvent[] };

type Endpoint = Pick<EndpointState, 'destination' | 'kind'>;

export const endpointsIn = ({ destinations }: Pick<BridgeConfig, 'destinations'>): readonly Endpoint[] =>
  Object.entries(destinations).flatMap(([destination, { type }]) =>
    isChat(type) ? [] : [{ destination, kind: type as Endpoint['kind'] }],
  );

/** The state of an endpoint: from the ledger, and which events about the listed items it received. */
export async function readEndpoint(
  { ledger: { events } }: Pick<Source, 'ledger'>,
  endpoint: Endpoint,
  items: readonly ToldItem[],
): Promise<EndpointState> {
  const { destination } = endpoint;
  const [closed, waiting, givenUp] = await Promise.all([
    events.loadOutage(destination),
    events.todo(destination, { ...allWaiting, limit: MOST_COUNTED }),
    events.todo(destination, { ...allGivenUp, limit: MOST_COUNTED }),
  ]);
  return {
    ...endpoint,
    closed: closed?.value ? { reason: closed.value.reason, sinceMs: closed.value.sinceMs } : null,
    waiting: waiting.length,
    givenUp: givenUp.length,
    told: takenBy(destination, items),
  };
}

export const takenBy = (destination: string, items: readonly ToldItem[]): EndpointState['told'] =>
  items
    .flatMap(({ id, told }) =>
      told
        .filter((one) => one.destination === destination && one.end === 'taken')
        .map(({ type, atMs }) => ({ type, atMs, id })),
    )
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, MOST_TOLD);
