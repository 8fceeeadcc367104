import { inParallel } from '../../lib/base/in-parallel.ts';
import { isChat } from '../../lib/config/chats.ts';
import type { Source } from '../source.ts';
import type { DestinationState, Health } from '../wire.ts';
import type { HealthSamples } from './health-samples.ts';
import { judgeBridge } from './judge-bridge.ts';

/** The most waiting deliveries to count at one destination. */
const COUNTED = 100;
const AT_ONCE = 8;

/** How the bridge is, and each destination and queue. */
export async function readHealth(source: Source, samples: HealthSamples): Promise<Health> {
  const { config, now } = source;
  const [answer, destinations, queues] = await Promise.all([
    judgeBridge(source),
    inParallel(Object.entries(config.destinations), AT_ONCE, ([name, { type }]) =>
      readDestination(source, name, type),
    ),
    source.queues(),
  ]);
  const errorsAre = source.functions().some(({ counts }) => counts) ? 'failed runs' : 'dead letters';
  return { atMs: now(), answer, destinations, queues, samples: samples.all(), errorsAre };
}

async function readDestination(
  { ledger }: Pick<Source, 'ledger'>,
  destination: string,
  type: string,
): Promise<DestinationState> {
  const from = isChat(type) ? ledger.deliveries : ledger.events;
  const [row, waiting] = await Promise.all([
    from.loadOutage(destination),
    from.todo(destination, { limit: COUNTED }),
  ]);
  const closed = row?.value ?? null;
  return {
    destination,
    type,
    closed: closed && {
      kind: closed.kind,
      reason: closed.reason,
      sinceMs: closed.sinceMs,
      nextTryMs: closed.nextProbeMs,
      tries: closed.probes,
    },
    waiting: waiting.length,
    more: waiting.length >= COUNTED,
  };
}
