import type { Clock } from '../../base/clock.ts';
import type { FactFinder, FactsByDestination, MetCase } from '../../feed/fact-finder.ts';
import type { Case } from '../../posture/schemas/case.ts';
import { type ConnectorSources, type Connectors, connectorFacts, connectorsOf } from './connectors.ts';

export interface ConnectorFactsParts {
  readonly connectors: Connectors;
  readonly sources: ConnectorSources;
  readonly destinationsOf: (item: unknown) => readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

/** Longer ago, nobody knows how the connectors were. */
const RECENT_MS = 3_600_000;

/** Tells beside a case which of the connectors behind its events do not work. */
export function createConnectorFacts(parts: ConnectorFactsParts): FactFinder {
  const { connectors, sources, destinationsOf, clock } = parts;

  async function factsOf({ item, createdAtMs }: MetCase): Promise<FactsByDestination> {
    if (Math.abs(clock.now() - createdAtMs) > RECENT_MS) return new Map();
    const behind = connectorsOf(item as Case, sources);
    const found = connectorFacts(await Promise.all(behind.map((type) => connectors.stateOf(type))));
    return new Map(found.length > 0 ? destinationsOf(item).map((at) => [at, { connectors: found }]) : []);
  }

  return {
    async beside(news) {
      const found = await Promise.all(news.map(async (one) => [one.id, await factsOf(one)] as const));
      return new Map(found.filter(([, facts]) => facts.size > 0));
    },
  };
}
