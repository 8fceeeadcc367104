import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { ConnectorFact } from '../../case/case-facts.ts';
import type { PostureClient } from '../../posture/client.ts';
import type { Case } from '../../posture/schemas/case.ts';

/** Which connector brings which sources, as the configuration says: the contract does not. */
export type ConnectorSources = Readonly<Record<string, { readonly sources: readonly string[] }>>;

export interface ConnectorState {
  /** As people call it. */
  readonly name: string;
  readonly status: string;
  /** When the platform said so. */
  readonly atMs: number;
}

/** How the connectors of a domain are. */
export interface Connectors {
  /** As it was within the last minutes; null if the platform did not answer in time. Never throws. */
  stateOf(type: string): Promise<ConnectorState | null>;
}

export interface ConnectorsParts {
  readonly domain: string;
  readonly client: Pick<PostureClient, 'integration'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** How long an answer counts, and how long the poller does not ask again after none. */
const KNOWN_MS = 5 * 60_000;
/** A case does not wait longer for it. */
const PATIENCE_MS = 1_500;

/** Asked only when a case needs it, and remembered by the process: nothing is written, and an idle bridge asks nothing. */
export function createConnectors({ domain, client, clock, log }: ConnectorsParts): Connectors {
  const asked = new Map<string, { readonly atMs: number; readonly state: Promise<ConnectorState | null> }>();

  async function ask(type: string, atMs: number): Promise<ConnectorState | null> {
    try {
      const call = { deadline: atMs + PATIENCE_MS, priority: 'background' } as const;
      const { display_name, status } = await client.integration(type, call);
      return { name: display_name || type, status: status ?? '', atMs };
    } catch (error) {
      log('connector not read', { domain, connector: type, code: codeOf(error) });
      return null;
    }
  }

  return {
    stateOf(type) {
      const nowMs = clock.now();
      const known = asked.get(type);
      if (known && Math.abs(nowMs - known.atMs) < KNOWN_MS) return known.state;
      const state = ask(type, nowMs);
      asked.set(type, { atMs: nowMs, state });
      return state;
    },
  };
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code ?? 'unknown';

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
