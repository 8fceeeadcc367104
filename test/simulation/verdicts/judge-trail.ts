import { RETENTION_DEFAULT_MS } from '../../../lib/config/retention.ts';
import { createDynamoAuditTrail } from '../../../lib/dynamo/dynamo-audit-trail.ts';
import { verifyTrail } from '../../../lib/verdict/verify-trail.ts';
import { DOMAIN } from './bridge.ts';
import { START, type World } from './world.ts';

const DAY_MS = 86_400_000;
const CLICKS = ['denied', 'refused'];

/** The chains hold, and each entry is in them exactly once. */
export async function judgeTrail({ table, time, wrong, count, random }: World): Promise<void> {
  const trail = createDynamoAuditTrail({
    client: table.client(async (_, effect) => effect()),
    tableName: 'ledger',
    clock: { now: () => time.nowMs, sleep: async () => undefined },
    random,
  });
  // Clocks differ: an entry may be of the day before.
  const length = Math.ceil((time.nowMs - START) / DAY_MS) + 3;
  const days = Array.from({ length }, (_, n) =>
    new Date(START + (n - 1) * DAY_MS).toISOString().slice(0, 10),
  );
  const { problems, heads, entries } = await verifyTrail(trail, DOMAIN, days, {
    nowMs: time.nowMs,
    keptMs: RETENTION_DEFAULT_MS,
  });
  const linked = heads.reduce((sum, { seq }) => sum + seq, 0);
  const clicks = [...table.rows.values()].flatMap(({ pk, entry }) => {
    if (!pk?.S?.startsWith('audit#')) return [];
    const { what, id } = JSON.parse(entry?.S ?? '{}') as { what: string; id: string };
    return CLICKS.includes(what) ? [id] : [];
  });
  count('links', linked);
  wrong.push(...problems.map((problem) => `the trail does not hold: ${problem}`));
  if (linked !== entries) wrong.push(`${entries} entries are in the trail, and ${linked} in its chains`);
  if (new Set(clicks).size < clicks.length) wrong.push('a click is in the trail more than once');
}
