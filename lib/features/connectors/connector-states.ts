import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { PostureClient } from '../../posture/client.ts';

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
