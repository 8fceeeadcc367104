import { verifyTrail } from '../../lib/audit/verify-trail.ts';
import { RETENTION_DEFAULT_MS } from '../../lib/config/retention.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import { CALLED, DOMAIN } from './config.ts';
import { judgeDecisions } from './judge-decisions.ts';
import type { Judged } from './judged.ts';
import { newer } from './newer-format.ts';
import type { Surroundings } from './surroundings.ts';
import { trailIn } from './trail.ts';
import { START } from './world.ts';

const DAYS = [-1, 0, 1].map((n) => new Date(START + n * 86_400_000).toISOString().slice(0, 10));

export const auditTrailOf = ({ table, world }: Surroundings) =>
  createDynamoAuditTrail({
    client: newer(table.client(async (_, effect) => effect())),
    ...{ tableName: 'ledger', clock: { now: () => world.time.nowMs, sleep: async () => undefined } },
    random: Math.random,
  });

/** The chains hold; and whatever people did, and each step of escalation that they saw, is in the trail once. */
export async function judgeTrail(cases: readonly Judged[], around: Surroundings): Promise<string[]> {
  const { world, slack, teams, systems } = around;
  const found: string[] = [];
  const trail = auditTrailOf(around);
  const options = { nowMs: world.time.nowMs, keptMs: RETENTION_DEFAULT_MS };
  const { problems, heads, entries: count } = await verifyTrail(trail, DOMAIN, DAYS, options);
  found.push(...problems.map((problem) => `the trail holds: ${problem}`));
  const linked = heads.reduce((sum, { seq }) => sum + seq, 0);
  if (linked !== count) found.push(`the trail holds: ${count} entries, and ${linked} in its chains`);
  const entries = trailIn(around);
  // Whoever sends a form has decided, or is told no; both are in the trail.
  for (const { who, atMs, isTaken } of around.people.forms)
    if (isTaken && !entries.some((entry) => entry.by?.id === who.slack && entry.atMs > atMs - 5_000))
      found.push(`who sends a form has decided or is told no: ${who.name} ${(atMs - START) / 1000} s`);
  for (const judged of cases) {
    const { one, name, own } = judged;
    const mine = entries.filter(({ caseId }) => caseId === one.id);
    const of = (what: string) => mine.filter((entry) => entry.what === what);
    const times = (what: string, told: number, exactly = true) => {
      const { length } = of(what);
      if (exactly ? length !== told : length < told)
        found.push(`the trail has what happened: ${name} was ${what} ${told} times, and ${length} in it`);
    };
    // What the platform took without an answer may be recorded, or have failed.
    if (!world.has('faults') && !world.has('crashes')) times('recorded', one.verdicts.length);
    else if (
      of('recorded').filter(({ answer }) => !answer?.startsWith('no clear answer')).length >
      one.verdicts.length
    )
      found.push(`the trail has what happened: ${name} was recorded more often than the platform knows`);
    const steps = [...slack.posts, ...teams.posts].filter(
      ({ thread, calls }) => calls.includes(CALLED.step) && own.some(({ id }) => id === thread),
    );
    const channels = new Set(steps.map(({ channel }) => channel));
    const most = Math.max(
      0,
      ...[...channels].map((place) => steps.filter(({ channel }) => channel === place).length),
    );
    times('escalation', most, false);
    found.push(...judgeDecisions(judged, around, mine));
    const seen = mine.map(({ what, id, n }) => `${what} ${id} ${n}`);
    for (const twice of new Set(seen.filter((text, index) => seen.indexOf(text) !== index)))
      found.push(`the trail has what happened once: ${name} ${twice}`);
  }
  // A system was told that it is taken: it came to something, or was refused.
  for (const { one, decisionId, status, outcome } of systems.submitted) {
    if (status === 202 && !entries.some(({ id }) => id === decisionId))
      found.push(`what a system sent comes to something: ${outcome} for ${one.id}`);
    if (status === null) found.push(`a system is answered: ${outcome} for ${one.id}`);
  }
  return found;
}
