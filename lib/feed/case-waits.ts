import type { BridgeConfig } from '../config/define-bridge.ts';
import { waitsForAnswers } from '../config/route-places.ts';
import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { leaveToNewer } from '../platform/read-versioned.ts';
import type { Case } from '../posture/schemas/case.ts';
import { compileRoutes } from '../routing/compile-routes.ts';
import { createStepsOf, howItWaits } from '../routing/waiting-steps.ts';
import { type CaseWaiting, nextStep } from '../verdict/case-waiting.ts';
import type { WaitingLedger } from '../verdict/waiting-ledger.ts';
import type { FeedItem } from './feed-source.ts';

/** A case that changed, and since when it waits by its record. */
export interface ChangedCase {
  readonly item: FeedItem;
  readonly sinceMs: number;
}

/** Cases that wait for an answer. */
export interface CaseWaits {
  /** They wait from now on. May repeat. */
  begin(items: readonly FeedItem[]): Promise<void>;
  /** They may have become worse, or less bad, or were reopened: then they wait since another time. */
  changed(items: readonly ChangedCase[]): Promise<void>;
}

/** Where no route does anything about it, nobody pays for it. */
export const NO_WAITS: CaseWaits = { begin: async () => undefined, changed: async () => undefined };

export interface CaseWaitsParts {
  readonly config: BridgeConfig;
  readonly domain: string;
  readonly ledger: Pick<WaitingLedger, 'load' | 'save'>;
  readonly clock: Clock;
}

const AT_ONCE = 20;
const MAX_ROUNDS = 5;

export function createCaseWaits({ config, domain, ledger, clock }: CaseWaitsParts): CaseWaits {
  if (!waitsForAnswers(config)) return NO_WAITS;
  const routes = compileRoutes(config);
  const stepsOf = createStepsOf(config);

  async function begin({ id: caseId, item }: FeedItem): Promise<void> {
    const how = howItWaits(routes, domain, item as Case);
    if (!how) return;
    const sinceMs = clock.now();
    const fresh = { domain, caseId, version: 1, ...how, sinceMs, taken: [], count: 0, owed: null };
    // Refused where it waits already: then this is a repeat.
    await ledger.save({ ...fresh, dueMs: dueOf({ ...fresh, dueMs: null }) });
  }

  async function change({ item: changed, sinceMs }: ChangedCase): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const saved = await ledger.load(domain, changed.id);
      if (!saved) return begin(changed);
      const { waiting } = saved;
      const how = howItWaits(routes, domain, changed.item as Case) ?? { ...waiting, routes: [] };
      const { routes: names, severity } = how;
      const isAnew = sinceMs > waiting.sinceMs;
      if (severity === waiting.severity && `${names}` === `${waiting.routes}` && !isAnew) return;
      const since = isAnew ? { sinceMs, taken: [] } : {};
      const next = { ...waiting, version: waiting.version + 1, routes: names, severity, ...since };
      if ((await ledger.save({ ...next, dueMs: next.owed ? next.dueMs : dueOf(next) })) === 'saved') return;
    }
    throw new Error('others were quicker each time');
  }

  function dueOf(waiting: CaseWaiting): number | null {
    const step = nextStep(waiting, stepsOf(waiting) ?? []);
    return step && waiting.sinceMs + step.afterMs;
  }

  return {
    async begin(items) {
      await inParallel(items, AT_ONCE, begin);
    },
    async changed(items) {
      await inParallel(items, AT_ONCE, (item) => change(item).catch(leaveToNewer));
    },
  };
}
