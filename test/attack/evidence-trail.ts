import { type ChainHead, hashAt } from '../../lib/audit/audit-chain.ts';
import { compareHead, verifyTrail } from '../../lib/audit/verify-trail.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import type { Row } from '../../lib/dynamo/row-values.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import type { Attempt } from './attempt.ts';
import { anEntry, DAY_MS, NOON } from './trail-examples.ts';

const DAYS = ['2026-11-15', '2026-11-16', '2026-11-17'] as const;
const PER_DAY = 4;
type Day = (typeof DAYS)[number];

/** A table that somebody has who may do everything with it, and the trail of three days in it. */
interface Loot {
  readonly rows: Map<string, Row>;
  entries(day: Day): [string, Row][];
  links(day: Day): [string, Row][];
  /** Writes an entry anew. */
  change(day: Day, at: number, more: Partial<AuditEntry>): void;
  /** Makes the links of a day anew from this place on, with hashes that are right. */
  chainAnew(day: Day, from?: number): void;
}

/** What is done to the trail, and what the one who verifies it must say. */
interface Tampering {
  readonly name: string;
  readonly says: RegExp;
  tamper(loot: Loot): void;
}

const [, YESTERDAY, TODAY] = DAYS;
const EVE = { surface: 'slack', id: 'U0EVE', name: 'Eve' };

const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'an outcome is changed',
    says: /2026-11-16: the entry .* at place 2 of the chain is not as it was added/,
    tamper: ({ change }) => change(YESTERDAY, 1, { outcome: 'TRUE_POSITIVE' }),
  },
  {
    name: 'a decision becomes that of another person',
    says: /at place 1 of the chain is not as it was added/,
    tamper: ({ change }) => change(YESTERDAY, 0, { by: EVE }),
  },
  {
    name: 'a comment is changed by a space',
    says: /at place 4 of the chain is not as it was added/,
    tamper: ({ change }) => change(YESTERDAY, 3, { comment: 'A drill ' }),
  },
  {
    name: 'an entry is moved to another minute',
    says: /the entry .* at place 3 of the chain is gone/,
    tamper({ rows, entries }) {
      const [key, row] = entries(YESTERDAY)[2] as [string, Row];
      rows.delete(key);
      const sk = { S: (row.sk?.S ?? '').replace('T12:', 'T11:') };
      rows.set(`${row.pk?.S}|${sk.S}`, { ...row, sk });
    },
  },
  {
    name: 'an entry is deleted',
    says: /the entry .* at place 2 of the chain is gone/,
    tamper: ({ rows, entries }) => rows.delete(entries(YESTERDAY)[1]?.[0] ?? ''),
  },
  {
    name: 'an entry is deleted with its link',
    says: /place 2 of the chain is missing/,
    tamper({ rows, entries, links }) {
      rows.delete(entries(YESTERDAY)[1]?.[0] ?? '');
      rows.delete(links(YESTERDAY)[1]?.[0] ?? '');
    },
  },
  {
    name: 'an entry is deleted, and the chain is made anew without it',
    says: /2026-11-16: the chain went on to place 4 when 2026-11-17 began, and its end is gone/,
    tamper({ rows, entries, links, chainAnew }) {
      rows.delete(entries(YESTERDAY)[1]?.[0] ?? '');
      rows.delete(links(YESTERDAY)[3]?.[0] ?? '');
      chainAnew(YESTERDAY);
    },
  },
  {
    name: 'the end of a day is deleted: the next day knows it',
    says: /2026-11-16: the chain went on to place 4 when 2026-11-17 began, and its end is gone/,
    tamper({ rows, entries, links }) {
      for (const all of [entries(YESTERDAY), links(YESTERDAY)])
        for (const [key] of all.slice(2)) rows.delete(key);
    },
  },
  {
    name: 'the end of the last day is deleted: the log knows it',
    says: /the chain ends at place 2, and the log has place 4/,
    tamper({ rows, entries, links }) {
      for (const all of [entries(TODAY), links(TODAY)]) for (const [key] of all.slice(2)) rows.delete(key);
    },
  },
  {
    name: 'a whole day is deleted: the next day knows it',
    says: /2026-11-16: the chain went on to place 4/,
    tamper({ rows, entries, links }) {
      for (const [key] of [...entries(YESTERDAY), ...links(YESTERDAY)]) rows.delete(key);
    },
  },
  {
    name: 'the last day is deleted: the log knows it',
    says: /the chain ends at place 0, and the log has place 4/,
    tamper({ rows, entries, links }) {
      for (const [key] of [...entries(TODAY), ...links(TODAY)]) rows.delete(key);
    },
  },
  {
    name: 'an entry is put in',
    says: /the entry .* has no place in the chain: the bridge did not add it/,
    tamper({ rows, entries }) {
      const [, row] = entries(YESTERDAY)[0] as [string, Row];
      const sk = { S: `${row.sk?.S}0` };
      rows.set(`${row.pk?.S}|${sk.S}`, { ...row, sk });
    },
  },
  {
    name: 'an entry is put in before all others of its day',
    says: /has no place in the chain/,
    tamper({ rows, entries }) {
      const [, row] = entries(YESTERDAY)[0] as [string, Row];
      const sk = { S: (row.sk?.S ?? '').replace('T12:', 'T01:') };
      rows.set(`${row.pk?.S}|${sk.S}`, { ...row, sk });
    },
  },
  {
    name: 'an entry is put in, with a link that names another one in its place',
    says: /place 2 of the chain is not as it was added, or its link is not/,
    tamper({ rows, entries, links }) {
      const [, row] = entries(YESTERDAY)[0] as [string, Row];
      const sk = { S: `${row.sk?.S}0` };
      rows.set(`${row.pk?.S}|${sk.S}`, { ...row, sk });
      const [key, link] = links(YESTERDAY)[1] as [string, Row];
      rows.set(key, { ...link, of: sk });
    },
  },
  {
    name: 'two entries change their places',
    says: /place 2 of the chain is not as it was added/,
    tamper({ rows, links }) {
      const [[second, a], [third, b]] = links(YESTERDAY).slice(1, 3) as [[string, Row], [string, Row]];
      rows.set(second, { ...a, of: b.of ?? { S: '' } });
      rows.set(third, { ...b, of: a.of ?? { S: '' } });
    },
  },
  {
    name: 'one entry is named at two places',
    says: /place 3 of the chain names the entry .* once more/,
    tamper({ rows, links }) {
      const [[, a], [third, b]] = links(YESTERDAY).slice(1, 3) as [[string, Row], [string, Row]];
      rows.set(third, { ...b, of: a.of ?? { S: '' } });
    },
  },
  {
    name: 'an outcome is changed, and the chain is made anew from there: the next day knows it',
    says: /2026-11-16: the chain is not the one that stood at place 4 when 2026-11-17 began/,
    tamper({ change, chainAnew }) {
      change(YESTERDAY, 1, { outcome: 'TRUE_POSITIVE' });
      chainAnew(YESTERDAY, 1);
    },
  },
  {
    name: 'an outcome is changed, and all chains are made anew from there: the log knows it',
    says: /the chain has another hash at place 4 than the log/,
    tamper({ change, chainAnew }) {
      change(YESTERDAY, 1, { outcome: 'TRUE_POSITIVE' });
      chainAnew(YESTERDAY, 1);
      chainAnew(TODAY);
    },
  },
  {
    name: 'a day is cut off from the one before it, and made anew',
    says: /the chain has another hash at place 4 than the log/,
    tamper({ rows, links, chainAnew }) {
      const [key, { before: _, ...first }] = links(TODAY)[0] as [string, Row];
      rows.set(key, first);
      chainAnew(TODAY);
    },
  },
];

/** Everything that can be done to the rows of a trail. It got through if nobody who verifies it would say so. */
export const trailAttempts: readonly Attempt[] = TAMPERINGS.map(({ name, says, tamper }) => ({
  name: `evidence: ${name}`,
  async run() {
    const { table, heads } = await trailOfThreeDays();
    tamper(lootOf(table));
    const said = await verify(table, heads);
    return said.some((sentence) => says.test(sentence)) ? null : `nobody said so: ${JSON.stringify(said)}`;
  },
}));

const partsOf = (table: FakeDynamo) => ({
  client: table.client(async (_label, effect) => effect()),
  tableName: 'ledger',
  clock: { now: () => NOON + 3 * DAY_MS, sleep: async () => undefined },
  random: Math.random,
});

/** With the ends of its chains as they are in the log. */
export async function trailOfThreeDays() {
  const table = new FakeDynamo();
  const trail = createDynamoAuditTrail(partsOf(table));
  const heads: ChainHead[] = [];
  for (const [index] of DAYS.entries()) {
    const atMs = NOON + index * DAY_MS;
    const entries = Array.from({ length: PER_DAY }, (_, n) => anEntry({ caseId: `c${n}`, atMs: atMs + n }));
    heads.push(...(await trail.add(entries)));
  }
  return { table, heads };
}

/** What an operator is told who verifies the trail, and compares it with the log. */
export async function verify(table: FakeDynamo, logged: readonly ChainHead[]): Promise<string[]> {
  const trail = createDynamoAuditTrail(partsOf(table));
  const { problems } = await verifyTrail(trail, 'acme', DAYS, {
    nowMs: NOON + 3 * DAY_MS,
    keptMs: 400 * DAY_MS,
  });
  const said = [...problems];
  for (const head of logged) {
    const links = [];
    for await (const page of trail.links('acme', head.day)) links.push(...page);
    const differs = compareHead(head, links);
    if (differs) said.push(differs);
  }
  return said;
}

function lootOf({ rows }: FakeDynamo): Loot {
  const sorted = (is: (row: Row) => boolean): [string, Row][] =>
    [...rows].filter(([, row]) => is(row)).sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = (day: Day) => sorted(({ pk }) => pk?.S === `audit#acme#${day}`);
  const links = (day: Day) =>
    sorted(({ pk, sk }) => pk?.S === 'chain#acme' && sk?.S?.startsWith(day) === true);
  return {
    rows,
    entries,
    links,
    change(day, at, more) {
      const [key, row] = entries(day)[at] as [string, Row];
      rows.set(key, {
        ...row,
        entry: { S: JSON.stringify({ ...JSON.parse(row.entry?.S ?? '{}'), ...more }) },
      });
    },
    chainAnew(day, from = 0) {
      const all = entries(day);
      let previous: string | null = from === 0 ? null : (links(day)[from - 1]?.[1].hash?.S ?? null);
      for (const [at, [key, link]] of links(day).entries()) {
        if (at < from) continue;
        const [, entry] = all[at] as [string, Row];
        const of = entry.sk?.S ?? '';
        const earlier = links(YESTERDAY).at(-1)?.[1];
        // Who makes a day anew lets it follow what the day before has become.
        const before = link.before?.S
          ? { ...JSON.parse(link.before.S), ...(day === TODAY && { hash: earlier?.hash?.S }) }
          : null;
        const hash = hashAt('acme', { day, seq: at + 1, of, before }, entry.entry?.S ?? '', previous);
        rows.set(key, {
          ...link,
          of: { S: of },
          hash: { S: hash },
          ...(before && { before: { S: JSON.stringify(before) } }),
        });
        previous = hash;
      }
    },
  };
}
