import { createDynamoArchiveNotes } from '../../lib/dynamo/dynamo-archive-notes.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import { archiveTrail } from '../../lib/verdict/archive-trail.ts';
import { readArchivedDay } from '../../lib/verdict/archived-day.ts';
import { verifyArchive } from '../../lib/verdict/verify-archive.ts';
import { anEntry, DAY_MS, NOON } from '../attack/trail-examples.ts';
import { createRandom } from '../support/random.ts';
import { FakeDynamo } from './fake-dynamo.ts';

const STEPS = 60;
const KEPT_MS = 400 * DAY_MS;
const DOMAINS = ['acme', 'zeta'];

/**
 * One seeded history of the archive: decisions of today and of days that are over, archiving that is killed before or
 * after any of its calls, decisions that come while it reads. At the end it runs undisturbed once. Answers with what is
 * wrong then, or with nothing.
 */
export async function playArchive(seed: number): Promise<readonly string[]> {
  const random = createRandom(seed);
  const table = new FakeDynamo();
  const bucket = new Map<string, string[]>();
  const added = new Set<string>();
  let now = NOON;
  let count = 0;
  /** Calls until the function is killed. */
  let left = Number.POSITIVE_INFINITY;
  let isBusy = true;
  const clock = { now: () => now, sleep: async () => {} };
  const parts = (client: ReturnType<FakeDynamo['client']>) => ({
    client,
    tableName: 'ledger',
    clock,
    random,
  });
  const bridge = createDynamoAuditTrail(parts(table.client(async (_, effect) => effect())));

  async function decide(): Promise<void> {
    const domain = random() < 0.5 ? 'acme' : 'zeta';
    const atMs = random() < 0.6 ? now : now - Math.floor(random() * 5) * DAY_MS;
    const n = ++count;
    await bridge.add([anEntry({ domain, n, atMs })]);
    added.add(`${domain} ${n} ${new Date(atMs).toISOString().slice(0, 10)}`);
  }
  async function killable<T>(effect: () => T): Promise<T> {
    if (left-- <= 0) throw new Error('killed');
    if (isBusy && random() < 0.1) await decide();
    const done = await effect();
    if (left <= 0) throw new Error('killed');
    return done;
  }
  const mortal = parts(table.client((_, effect) => killable(effect)));
  const problems: string[] = [];
  async function archive(calls: number): Promise<boolean> {
    left = calls;
    const put = (key: string, body: string) =>
      killable(() => void bucket.set(key, [...(bucket.get(key) ?? []), body]));
    const notes = createDynamoArchiveNotes(mortal, 'bucket');
    const trail = createDynamoAuditTrail(mortal);
    const done = await archiveTrail(
      { trail, notes, put, keptMs: KEPT_MS, clock, log: () => {} },
      DOMAINS,
      now + 1,
    );
    problems.push(...done.problems);
    return done.isAll;
  }

  for (let step = 0; step < STEPS; step++) {
    const what = random();
    if (what < 0.6) await decide();
    else if (what < 0.8) now += Math.floor(random() * 1.5 * DAY_MS);
    else await archive(random() < 0.3 ? Number.POSITIVE_INFINITY : Math.floor(random() * 25));
  }
  now += 3 * DAY_MS;
  isBusy = false;
  if (!(await archive(Number.POSITIVE_INFINITY))) return ['the last run did not archive everything'];

  const files = [...bucket].flatMap(([name, bodies]) =>
    bodies.map((body) => ({ name, day: readArchivedDay(body) })),
  );
  const verified = await verifyArchive(files, bridge, { nowMs: now, keptMs: KEPT_MS });
  const kept = new Set(
    files.flatMap(({ day: { head, entries } }) =>
      entries.map(({ text }) => `${head.domain} ${JSON.parse(text).n} ${head.day}`),
    ),
  );
  const missing = [...added].filter((one) => !kept.has(one));
  const unlike = [...bucket].filter(([, bodies]) => new Set(bodies).size > 1).map(([name]) => name);
  return [
    ...problems,
    ...verified.problems,
    ...missing.map((one) => `${one} is not archived`),
    ...unlike.map((name) => `${name} has versions that differ`),
  ];
}
