import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { VersionedRows } from '../../base/versioned-rows.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { RUNBOOK_HEADINGS, type RunbookHeading } from '../../config/runbook-headings.ts';
import type { HealthLedger } from '../../dynamo/dynamo-health-ledger.ts';
import { createFindings } from '../../reconcile/findings.ts';
import { HEALTH_ROW, lookAt } from './check-health.ts';
import { type HealthAnswer, judgeHealth } from './health-answer.ts';
import { HealthState, nameOf, WELL } from './health-state.ts';
import { createLookAtBudgets } from './look-at-budgets.ts';
import { createLookAtDeadLetters, type DeadLetters } from './look-at-dead-letters.ts';
import { createLookAtDestinations, type LookAtDestinationsParts } from './look-at-destinations.ts';
import { createLookAtFeeds } from './look-at-feeds.ts';

export interface ReadHealthParts extends LookAtDestinationsParts {
  readonly config: BridgeConfig;
  readonly rows: Pick<VersionedRows, 'read'>;
  readonly overview: HealthLedger;
  readonly deadLetters: () => Promise<readonly DeadLetters[]>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** What a look at feeds, budgets, destinations and dead letters sees. The rest only the reconciler can see. */
const SEEN: readonly RunbookHeading[] = [
  'No successful poll',
  'Feed is behind',
  'Key refused',
  'Request budget is used up',
  'Destination is closed',
  'Deliveries are late',
  'Deliveries gave up',
];
const UNSEEN = RUNBOOK_HEADINGS.filter((heading) => !SEEN.includes(heading));
/** The reconciler says this of clicks, and not of a destination. */
const LATE_CLICKS = nameOf({ heading: 'Deliveries are late', subject: 'verdicts' });
const UNSURE: ReadonlySet<string> = new Set([...UNSEEN, LATE_CLICKS]);

/** Looks at the bridge now, and says how it is; fails if a part cannot be looked at. Writes nothing. */
export const createReadHealth = (parts: ReadHealthParts) => {
  const { overview: ledger, rows, clock, log } = parts;
  const looks = [
    createLookAtFeeds({ ...parts, ledger }),
    createLookAtBudgets({ ...parts, ledger }),
    createLookAtDestinations(parts),
    createLookAtDeadLetters(parts),
  ];
  return async (): Promise<HealthAnswer> => {
    const findings = createFindings();
    const [row, failed] = await Promise.all([rows.read(HEALTH_ROW), lookAt({ looks, findings, log })]);
    // Nobody knows then, and must not be told that all is well.
    if (failed.length > 0) throw failed[0];
    const { problems } = findings.take();
    const remembered = HealthState.safeParse(row?.value).data ?? WELL;
    return judgeHealth(remembered, { problems, unsure: UNSURE }, clock.now());
  };
};
