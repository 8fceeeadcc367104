import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { ChatName } from '../config/chats.ts';
import type { Metrics } from '../config/metrics.ts';
import type { WEBHOOK } from '../config/webhooks.ts';

export interface RequestCountsParts {
  readonly surface: ChatName | typeof WEBHOOK;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** `reason` contains nothing that the sender sent. */
export interface RefusedRequest {
  readonly status: number;
  readonly reason: string;
  /** Whether the chat itself may have sent it. Called only now and then, because finding out takes time. */
  readonly disputed: () => boolean;
}

/** This many refusals are logged one by one; after that, the gathered ones are logged at this interval. */
const AT_ONCE = 5;
const GATHER_MS = 10_000;

/**
 * Reports the requests to an address. Strangers may send 500 a second: they get no log line each, or anything else that
 * costs. The last gathered ones are reported with the next request, whoever sends it: Lambda runs nothing in between.
 */
export function createRequestCounts({ surface, clock, log, metrics }: RequestCountsParts) {
  let tokens = AT_ONCE;
  let refilledAtMs = clock.now();
  let disputed = 0;
  const gathered = new Map<string, { status: number; reason: string; count: number }>();

  function mayTell(): boolean {
    const earned = Math.floor((clock.now() - refilledAtMs) / GATHER_MS);
    if (earned > 0) {
      tokens = Math.min(AT_ONCE, tokens + earned);
      refilledAtMs = tokens === AT_ONCE ? clock.now() : refilledAtMs + earned * GATHER_MS;
    }
    if (tokens < 1) return false;
    tokens--;
    return true;
  }

  /** Every line has both numbers that the alarm compares: it could not compare one that was never written. */
  function tell(taken: number): void {
    const refused = [...gathered.values()];
    for (const one of refused) log('request refused', { surface, ...one });
    metrics(
      'surface',
      { Surface: surface },
      {
        RequestsTaken: taken,
        RequestsDisputed: disputed,
        RequestsRefused: refused.reduce((sum, { count }) => sum + count, 0),
      },
    );
    gathered.clear();
    disputed = 0;
  }

  return {
    /** A request that the chat proved to be its own, and that means something here. */
    taken: () => tell(1),
    refused({ status, reason, disputed: isDisputed }: RefusedRequest): void {
      const key = `${status} ${reason}`;
      const known = gathered.get(key);
      gathered.set(key, { status, reason, count: (known?.count ?? 0) + 1 });
      if (!mayTell()) return;
      if (isDisputed()) disputed++;
      tell(0);
    },
  };
}
