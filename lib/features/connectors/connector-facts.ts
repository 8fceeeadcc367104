import type { Clock } from '../../base/clock.ts';
import type { ConnectorFact } from '../../case/case-facts.ts';
import type { FactFinder, FactsByDestination, MetCase } from '../../feed/fact-finder.ts';
import type { Case } from '../../posture/schemas/case.ts';
import type { ConnectorState, Connectors } from './connector-states.ts';

/** Which connector brings which sources, as the configuration says: the contract does not. */
export type ConnectorSources = Readonly<Record<string, { readonly sources: readonly string[] }>>;

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

/** The connectors that bring the events of a case, in the order of the configuration. */
export function connectorsOf(item: Pick<Case, 'events'>, connectors: ConnectorSources): string[] {
  const sources = new Set((item.events ?? []).map(({ source }) => source?.trim().toLowerCase()));
  return Object.entries(connectors)
    .filter(([, { sources: brings }]) => brings.some((one) => sources.has(one.trim().toLowerCase())))
    .map(([type]) => type);
}

/** In these states, events may be missing. */
export const MISSING_STATUSES = ['degraded', 'disabled', 'pending'] as const;
/** A row keeps no more of a name than is shown. */
const LONGEST_NAME = 80;

export const connectorFacts = (states: readonly (ConnectorState | null)[]): ConnectorFact[] =>
  states.flatMap((state) =>
    state && MISSING_STATUSES.some((status) => status === state.status)
      ? [{ name: state.name.slice(0, LONGEST_NAME), status: state.status }]
      : [],
  );
