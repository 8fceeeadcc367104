import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { RowKey, VersionedRows } from '../../base/versioned-rows.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { RunbookHeading } from '../../config/runbook-headings.ts';
import { reportedRow } from '../../ledger/bridge-rows.ts';
import type { Findings, Found, Problem } from '../../reconcile/findings.ts';
import { type OpsNoticeParts, sendOpsNotice } from '../../routing/ops-notice.ts';
import { type HealthAnswer, healthyOf, judgeHealth } from './health-answer.ts';
import { advance, HealthState, tellingsOf, toldIn, WELL } from './health-state.ts';
import { codeOf, wordsOf } from './health-words.ts';

/** A look at one side of the bridge. `about`: the problems that are unknown if it fails. */
export interface Look {
  readonly name: string;
  readonly about: readonly RunbookHeading[];
  look(findings: Findings): Promise<void>;
}

export interface HealthParts extends OpsNoticeParts {
  readonly looks: readonly Look[];
  readonly findings: Findings & { take(): Found };
  readonly rows: Pick<VersionedRows, 'read' | 'write'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export const HEALTH_ROW: RowKey = reportedRow.key('health', 'state');
/** A failure that is over within the next runs is not reported. */
const FAILING_MS = 5 * 60_000;
const MOST_LOGGED = 20;
const OF_THE_PARTS = ['Destination is closed', 'Deliveries are late', 'Verdicts fail'] as const;

/**
 * Judges how healthy the bridge is: gathers problems, tells the operators when one begins and when it is over,
 * and says in one metric whether all is well. `failures`: of the run so far. Throws if a look failed.
 */
export const createCheckHealth =
  (parts: HealthParts) =>
  async (failures: readonly unknown[]): Promise<void> => {
    const { findings, metrics } = parts;
    // A part that failed may have missed a problem.
    if (failures.length > 0) findings.unsure(...OF_THE_PARTS);
    const failed = [...failures, ...(await lookAt(parts))];
    if (failed.length > 0) findings.add(failing(failed[0]));
    const found = findings.take();
    const answer = await remember(parts, found);
    report(parts, answer, found.problems);
    metrics('bridge', {}, { Healthy: healthyOf(answer) });
    if (failed.length > failures.length) throw failed.at(-1);
  };

const failing = (error: unknown): Problem => ({
  heading: 'Function fails',
  subject: 'reconcile',
  sentence: `The reconciler cannot do all of its work (${String(error).slice(0, 200)}).`,
  patienceMs: FAILING_MS,
});

/** Runs each look on its own, and returns the failures. */
export async function lookAt({
  looks,
  findings,
  log,
}: Pick<HealthParts, 'looks' | 'log'> & { readonly findings: Findings }): Promise<readonly unknown[]> {
  const looked = await Promise.allSettled(looks.map((one) => one.look(findings)));
  return looked.flatMap((result, n) => {
    if (result.status === 'fulfilled') return [];
    const { name, about } = looks[n] as Look;
    findings.unsure(...about);
    log('not looked at', { what: name, problem: String(result.reason) });
    return [result.reason];
  });
}

/**
 * Saves what was found, tells the operators, and saves that they were told. Returns how the bridge is. Saved first: after a
 * crash the notice has the same id, and is shown once. Two reconcilers cannot both save the same change.
 */
async function remember(parts: HealthParts, found: Found): Promise<HealthAnswer> {
  const { rows, clock } = parts;
  const nowMs = clock.now();
  const write = (state: HealthState, version: number) =>
    rows.write(HEALTH_ROW, state, { version, expiresAtMs: nowMs + reportedRow.keptMs });
  const row = await rows.read(HEALTH_ROW);
  // A row that this version cannot read is replaced: at worst, operators are told something once more.
  const before = HealthState.safeParse(row?.value).data ?? WELL;
  const state = advance(before, found, nowMs);
  const answer = judgeHealth(before, found, nowMs);
  const version = state === before ? (row?.version ?? 0) : await write(state, row?.version ?? 0);
  // Another run was quicker, and tells it.
  if (version === null) return answer;
  const told = [];
  for (const telling of tellingsOf(state)) {
    const sentenceOf = (subject: string) =>
      found.problems.find((one) => one.heading === telling.heading && one.subject === subject)?.sentence;
    const taken = await sendOpsNotice(parts, {
      domain: Object.keys(parts.config.domains)[0] ?? '',
      id: `health-${codeOf(telling.heading)}-${telling.what}-${telling.atMs}`,
      ...wordsOf(telling, sentenceOf),
    }).catch((error: unknown) => {
      parts.log('operators not told', { problem: String(error) });
      return false;
    });
    if (taken) told.push(telling);
  }
  if (told.length > 0) await write(toldIn(state, told), version);
  return answer;
}

/** For bridges without `ops`, or whose `ops` is broken. Logs nothing while all is well. */
function report(
  { log, clock }: HealthParts,
  { problems: shown }: HealthAnswer,
  seen: readonly Problem[],
): void {
  if (shown.length === 0) return;
  log('health', {
    healthy: false,
    count: shown.length,
    problems: shown.slice(0, MOST_LOGGED).map(({ heading, of, sinceMs, note }) => ({
      problem: heading,
      of,
      since: new Date(sinceMs ?? clock.now()).toISOString(),
      is: seen.find((one) => one.heading === heading && one.subject === of)?.sentence ?? note ?? 'still so',
      ...(note && { note }),
    })),
  });
}
