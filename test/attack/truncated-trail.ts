import { anchorsIn, verifyAnchors } from '../../lib/audit/anchor.ts';
import { archiveTrail } from '../../lib/audit/archive-trail.ts';
import { verifyTrail } from '../../lib/audit/verify-trail.ts';
import { createDynamoArchiveNotes } from '../../lib/dynamo/dynamo-archive-notes.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import type { Attempt } from './attempt.ts';
import type { AttackGroup } from './group.ts';
import { anEntry, DAY_MS, NOON } from './trail-examples.ts';

const DAYS = ['2026-11-15', '2026-11-16', '2026-11-17'] as const;
const [, YESTERDAY, TODAY] = DAYS;
const PER_DAY = 4;
const HOUR_MS = 3_600_000;
const KEPT_MS = 400 * DAY_MS;

/** A trail of three days whose archive function ran each evening; its bucket, which nobody can change. */
export async function anchoredTrail({ clockOffMs = 0 } = {}) {
  const table = new FakeDynamo();
  const bucket = new Map<string, string>();
  let nowMs = NOON;
  const clock = { now: () => nowMs, sleep: async () => undefined };
  const parts = {
    client: table.client(async (_label, effect) => effect()),
    ...{ tableName: 'ledger', clock, random: Math.random },
  };
  const trail = createDynamoAuditTrail(parts);
  const archive = () =>
    archiveTrail(
      {
        ...{ trail, notes: createDynamoArchiveNotes(parts, 'bucket'), keptMs: KEPT_MS, log: () => undefined },
        clock: { ...clock, now: () => nowMs + clockOffMs },
        put: async (key, body) => void bucket.set(key, body),
      },
      ['acme'],
      Number.POSITIVE_INFINITY,
    );
  const addDay = async (index: number, cases = 'c') => {
    nowMs = NOON + index * DAY_MS;
    const entries = Array.from({ length: PER_DAY }, (_, n) =>
      anEntry({ caseId: `${cases}${n}`, atMs: nowMs + n }),
    );
    await trail.add(entries);
  };
  for (const [index] of DAYS.entries()) {
    await addDay(index);
    nowMs += 6 * HOUR_MS;
    await archive();
  }
  /** What `audit --verify` says, without a log and without a file of the archive: it lists the bucket. */
  async function verify(keptMs = KEPT_MS, atMs = nowMs, days: readonly string[] = DAYS): Promise<string[]> {
    const options = { nowMs: atMs, keptMs };
    const { problems } = await verifyTrail(trail, 'acme', days, options);
    const anchors = anchorsIn('acme', [...bucket.keys()]).filter(({ day }) => days.includes(day));
    return [...problems, ...(await verifyAnchors(trail, 'acme', anchors, options))];
  }
  return { table, bucket, verify, archive, addDay };
}

/** Takes rows of a day away, from this place on, with their links. */
function cut({ rows }: FakeDynamo, day: string, from = 1): void {
  for (const [key, { pk, sk }] of [...rows]) {
    const place = pk?.S === 'chain#acme' && sk?.S?.startsWith(day) ? Number(sk.S.split('#')[1]) : 0;
    if (place < from) continue;
    const entry = rows.get(key)?.of?.S ?? '';
    rows.delete(key);
    rows.delete(`audit#acme#${day}|${entry}`);
  }
}

const CUTS: readonly { readonly name: string; readonly says: RegExp; cut(table: FakeDynamo): void }[] = [
  {
    name: 'the newest entry',
    says: /2026-11-17: the chain ends at place 3, and the anchor has place 4/,
    cut: (table) => cut(table, TODAY, PER_DAY),
  },
  {
    name: 'the whole last day',
    says: /2026-11-17: the chain ends at place 0, and the anchor has place 4/,
    cut: (table) => cut(table, TODAY),
  },
  {
    name: 'everything after the second entry of yesterday',
    says: /2026-11-16: the chain ends at place 2, and the anchor has place 4/,
    cut(table) {
      cut(table, TODAY);
      cut(table, YESTERDAY, 3);
    },
  },
  {
    name: 'everything',
    says: /2026-11-15: the chain ends at place 0, and the anchor has place 4/,
    cut: (table) => void DAYS.map((day) => cut(table, day)),
  },
  {
    name: 'everything, and what the archive function noted in the table',
    says: /2026-11-17: the chain ends at place 0, and the anchor has place 4/,
    cut: ({ rows }) => rows.clear(),
  },
];

const cutAttempts: readonly Attempt[] = CUTS.map(({ name, says, cut: take }) => ({
  name: `somebody who may delete rows cuts off ${name}`,
  async run() {
    const { table, verify } = await anchoredTrail();
    take(table);
    const said = await verify();
    return said.some((sentence) => says.test(sentence)) ? null : `nobody said so: ${JSON.stringify(said)}`;
  },
}));

const hiding: readonly Attempt[] = [
  {
    name: 'the last day is cut off, and a taken-over archive function puts in anchors of what is left',
    async run() {
      const { table, verify, archive } = await anchoredTrail();
      cut(table, TODAY);
      await archive();
      return (await verify()).length > 0 ? null : 'nobody said so';
    },
  },
  {
    name: 'the last day is cut off, and written again by the verdict function with other decisions',
    async run() {
      const { table, verify, addDay } = await anchoredTrail();
      cut(table, TODAY);
      await addDay(2, 'other');
      return (await verify()).length > 0 ? null : 'nobody said so';
    },
  },
];

/** What is no truncation is not called one. */
async function falseAlarms(): Promise<string | null> {
  const untouched = await anchoredTrail();
  const more = await anchoredTrail();
  await more.addDay(3);
  const ahead = await anchoredTrail({ clockOffMs: HOUR_MS * 7 });
  const behind = await anchoredTrail({ clockOffMs: -HOUR_MS });
  const expired = await anchoredTrail();
  cut(expired.table, DAYS[0]);
  const said = {
    'that nobody touched': await untouched.verify(),
    'that grew': await more.verify(),
    'whose archive function has a clock that is ahead': await ahead.verify(),
    'whose archive function has a clock that is behind': await behind.verify(),
    'whose first day has expired': await expired.verify(2 * DAY_MS, NOON + 3 * DAY_MS),
  };
  for (const [which, problems] of Object.entries(said))
    if (problems.length > 0) return `a trail ${which}: ${problems[0]}`;
  return null;
}

export const truncatedTrail: AttackGroup = {
  name: 'a trail that is cut off',
  attacks: 'evidence: the newest entries, a whole day or everything deleted, with what the table says of it',
  share: 0,
  checks: [
    {
      name: 'only finished days are anchored',
      file: 'lib/audit/archive-trail.ts',
      right: 'if (head) await put(',
      wrong: 'if (head && nowMs < 0) await put(',
    },
    {
      name: 'nobody compares the chain with the anchors',
      file: 'lib/audit/anchor.ts',
      right: 'if (sentence) problems.push(',
      wrong: "if (sentence && day < '') problems.push(",
    },
    {
      name: 'another chain of the same length is taken for it',
      file: 'lib/audit/verify-trail.ts',
      right: 'return link.hash === hash ? null',
      wrong: 'return link ? null',
    },
    {
      name: 'the newest anchor alone counts',
      file: 'lib/audit/anchor.ts',
      right: 'new Set(anchors.map((one) => one.day))',
      wrong: 'new Set(anchors.slice(-1).map((one) => one.day))',
    },
  ],
  control: falseAlarms,
  tries: () => [...cutAttempts, ...hiding],
};
