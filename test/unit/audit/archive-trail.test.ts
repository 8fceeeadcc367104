import { beforeEach, describe, expect, it } from 'vitest';
import { type ArchiveParts, archiveTrail } from '../../../lib/audit/archive-trail.ts';
import { archivedName, readArchivedDay } from '../../../lib/audit/archived-day.ts';
import { verifyArchive } from '../../../lib/audit/verify-archive.ts';
import { systemClock } from '../../../lib/base/clock.ts';
import { createDynamoArchiveNotes } from '../../../lib/dynamo/dynamo-archive-notes.ts';
import { createDynamoAuditTrail } from '../../../lib/dynamo/dynamo-audit-trail.ts';
import { rowKey } from '../../../lib/dynamo/row-values.ts';
import { auditRow, chainRow } from '../../../lib/ledger/trail-rows.ts';
import { anEntry, DAY_MS, NOON } from '../../attack/trail-examples.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';

const domain = 'acme';
let table: FakeDynamo;
let now: number;
let bucket: Map<string, string[]>;
const anchored = new Set<string>();
const said: string[] = [];
beforeEach(() => {
  table = new FakeDynamo();
  now = NOON + DAY_MS;
  bucket = new Map();
  said.length = 0;
  anchored.clear();
});

const clock = { now: () => now, sleep: systemClock.sleep };
const parts = () => ({
  client: table.client(async (_, effect) => effect()),
  tableName: 'ledger',
  clock,
  random: Math.random,
});
const trail = () => createDynamoAuditTrail(parts());
const add = (...numbers: readonly [n: number, atMs?: number][]) =>
  trail().add(numbers.map(([n, atMs = NOON]) => anEntry({ domain, n, atMs })));

const archiveParts = (more: Partial<ArchiveParts> = {}): ArchiveParts => ({
  trail: trail(),
  notes: createDynamoArchiveNotes(parts(), 'bucket'),
  async put(key, body) {
    if (key.includes('/anchors/')) return void anchored.add(key);
    bucket.set(key, [...(bucket.get(key) ?? []), body]);
  },
  keptMs: 400 * DAY_MS,
  clock,
  log: (event, fields) => said.push(`${event} ${JSON.stringify(fields)}`),
  ...more,
});
const archive = (more: Partial<ArchiveParts> = {}, deadlineMs = Number.POSITIVE_INFINITY) =>
  archiveTrail(archiveParts(more), [domain], deadlineMs);
const files = () =>
  [...bucket].flatMap(([name, bodies]) => bodies.map((body) => ({ name, day: readArchivedDay(body) })));
const verified = (withTable = true) =>
  verifyArchive(files(), withTable ? trail() : null, { nowMs: now, keptMs: 400 * DAY_MS });
const days = () => files().map(({ day: { head } }) => `${head.day} ${head.seq}`);

describe('the archive', () => {
  it('is told in each run where the chain stands, today included, and of a day without entries too', async () => {
    await archive();
    expect([...anchored]).toEqual([]);
    const [head] = await add([1], [2]);
    now = NOON + 6 * 3_600_000;
    await archive();
    now = NOON + 3 * DAY_MS;
    await archive();
    expect([...anchored]).toEqual([
      `audit/acme/anchors/2026-11-15T1800Z.2026-11-15.00000002.${head?.hash}`,
      `audit/acme/anchors/2026-11-18T1200Z.2026-11-15.00000002.${head?.hash}`,
    ]);
  });

  it('has each finished day once, as an object that verifies by itself and with the table', async () => {
    await add([1], [2], [3, NOON + DAY_MS]);
    expect(await archive()).toEqual({ days: 1, isAll: true, problems: [] });
    expect(days()).toEqual(['2026-11-15 2']);
    const [{ name = '', day } = {}] = files();
    expect(name).toMatch(new RegExp(`^audit/${domain}/2026-11-15/00000002-[0-9a-f]{64}\\.jsonl$`));
    expect(name).toBe(day && archivedName(day.head));
    expect(day?.entries.map(({ text }) => JSON.parse(text).n)).toEqual([1, 2]);
    expect(await verified()).toEqual({ problems: [], notes: [] });

    expect(await archive()).toMatchObject({ days: 0, isAll: true });
    expect([...bucket.values()].map((bodies) => bodies.length)).toEqual([1]);
  });

  it('does not take a day for finished in the hour after it', async () => {
    await add([1]);
    now = Date.parse('2026-11-16T00:59:59Z');
    expect(await archive()).toMatchObject({ days: 0, isAll: true });
    now += 1_000;
    expect(await archive()).toMatchObject({ days: 1, isAll: true });
  });

  it('catches up on all days that were missed, the oldest first', async () => {
    for (const day of [0, 1, 3, 40]) await add([1 + day, NOON + day * DAY_MS]);
    now = NOON + 41 * DAY_MS;
    expect(await archive()).toMatchObject({ days: 4, isAll: true });
    expect(days()).toEqual(['2026-11-15 1', '2026-11-16 1', '2026-11-18 1', '2026-12-25 1']);
    expect(await verified()).toEqual({ problems: [], notes: [] });
  });

  it('gets another object of a day that was added to later', async () => {
    await add([1], [2, NOON + DAY_MS]);
    now = NOON + 2 * DAY_MS;
    await archive();
    await add([3]);
    expect((await verified()).notes).toEqual([expect.stringContaining('the table has 1 more')]);
    expect(await archive()).toMatchObject({ days: 1, problems: [] });
    expect(days()).toEqual(['2026-11-15 1', '2026-11-16 1', '2026-11-15 2']);
    expect((await verified()).problems).toEqual([]);
    expect(await archive()).toMatchObject({ days: 0 });
  });

  it('is the same after a crash anywhere, with a version more at most', async () => {
    await add([1], [2, NOON + DAY_MS]);
    now = NOON + 2 * DAY_MS;
    const { notes, put } = archiveParts();
    const dies = () => Promise.reject(new Error('killed'));
    expect(await archive({ put: dies })).toMatchObject({ days: 0, isAll: false });
    expect(bucket.size).toBe(0);
    // Put, and not noted.
    expect(await archive({ notes: { ...notes, add: dies } })).toMatchObject({ isAll: false });
    // Noted, and killed before it heard of it.
    const noted: typeof notes.add = async (...note) => {
      await notes.add(...note);
      await dies();
    };
    expect(await archive({ notes: { ...notes, add: noted }, put })).toMatchObject({ isAll: false });
    expect(await archive()).toEqual({ days: 1, isAll: true, problems: [] });
    expect([...bucket.values()].map((bodies) => new Set(bodies).size)).toEqual([1, 1]);
    expect([...bucket.values()].map((bodies) => bodies.length)).toEqual([2, 1]);
    expect((await verified()).problems).toEqual([]);
  });

  it('never has half of what is added while the day is read', async () => {
    await add([1]);
    const real = trail();
    let added = false;
    const busy = {
      ...real,
      async *entries(of: string, day: string) {
        if (!added) await add([2]);
        added = true;
        yield* real.entries(of, day);
      },
    };
    expect(await archive({ trail: busy })).toMatchObject({ days: 1, problems: [] });
    expect(days()).toEqual(['2026-11-15 2']);
    expect((await verified()).problems).toEqual([]);
  });

  it('stops when the time is up, and goes on the next time', async () => {
    await add([1], [2, NOON + DAY_MS]);
    now = NOON + 2 * DAY_MS;
    const { put } = archiveParts();
    const slow = async (key: string, body: string) => {
      await put(key, body);
      now += 1_000;
    };
    expect(await archive({ put: slow }, now + 1_000)).toMatchObject({ days: 1, isAll: false });
    expect(await archive()).toMatchObject({ days: 1, isAll: true });
  });

  it('has the days of other domains where one cannot be read', async () => {
    await add([1]);
    const real = trail();
    const broken = {
      ...real,
      linkBeside: (of: string, day: string, side: '<' | '>') =>
        of === 'broken' ? Promise.reject(new Error('no')) : real.linkBeside(of, day, side),
    };
    const all = await archiveTrail(archiveParts({ trail: broken }), ['broken', domain], now + 1);
    expect(all).toEqual({ days: 1, isAll: false, problems: [] });
    expect(said).toContain('domain not archived {"domain":"broken","error":"Error: no"}');
  });

  it('of another bucket begins anew', async () => {
    await add([1]);
    await archive();
    const notes = createDynamoArchiveNotes(parts(), 'another');
    expect(await archive({ notes })).toMatchObject({ days: 1 });
  });
});

const keyOf = (n: number) => rowKey(auditRow.key(domain, { atMs: NOON, caseId: 'c1', n, id: 'd1' }));
const nameOf = ({ pk, sk }: ReturnType<typeof keyOf>) =>
  [...table.rows].find(([, row]) => row.pk?.S === pk?.S && row.sk?.S === sk?.S)?.[0] ?? '';
const change = (n: number, entry: string) =>
  table.rows.set(nameOf(keyOf(n)), { ...table.rows.get(nameOf(keyOf(n))), entry: { S: entry } });
const remove = (key: ReturnType<typeof keyOf>) => table.rows.delete(nameOf(key));

describe('what was changed in the table', () => {
  beforeEach(async () => {
    await add([1], [2], [3]);
    now = NOON + DAY_MS;
  });

  it('before it was archived is archived as it was found, and told', async () => {
    change(2, '{"by":"another"}');
    const { problems, isAll } = await archive();
    expect(isAll).toBe(true);
    expect(problems).toEqual([
      expect.stringMatching(/^2026-11-15: the entry .* at place 2 .* is not as it was added/),
    ]);
    expect(said.some((line) => line.startsWith('audit.changed'))).toBe(true);
    expect(days()).toEqual(['2026-11-15 3']);
    expect((await verified(false)).problems).toHaveLength(1);
  });

  it('afterwards shows beside the archive: another entry, one that is gone', async () => {
    await archive();
    change(2, '{"by":"another"}');
    remove(keyOf(1));
    expect((await verified(false)).problems).toEqual([]);
    expect((await verified()).problems).toEqual([
      expect.stringMatching(/: the entry .*000001.* is archived, and gone from the table$/),
      expect.stringMatching(/: the entry .*000002.* is archived, and another one in the table$/),
    ]);
  });

  it('afterwards shows beside the archive and in the next run: a cut end, a chain made anew, a day that is gone', async () => {
    await archive();
    const seqs = [3, 2, 1];
    remove(keyOf(3));
    remove(rowKey(chainRow.key(domain, '2026-11-15', 3)));
    expect((await archive()).problems).toEqual([
      '2026-11-15: it was archived up to place 3, and its chain ends at 2',
    ]);
    expect((await verified()).problems.at(-1)).toMatch(/1 places of the archived chain are gone/);

    for (const seq of seqs) {
      remove(keyOf(seq));
      remove(rowKey(chainRow.key(domain, '2026-11-15', seq)));
    }
    expect((await archive()).problems.at(-1)).toMatch(/up to place \d, and its chain is gone/);

    // By the rules, with other entries: only the archive knows.
    await trail().add([1, 2, 3].map((n) => anEntry({ domain, n, comment: 'Not what she wrote' })));
    expect((await archive()).problems).toContain(
      '2026-11-15: the chain is not the one that was archived up to place 3',
    );
    expect((await verified()).problems.some((one) => one.includes('the table has another chain'))).toBe(true);
  });

  it('afterwards shows when the day is added to, in what was archived of it', async () => {
    await archive();
    for (const seq of [3, 2, 1]) {
      remove(keyOf(seq));
      remove(rowKey(chainRow.key(domain, '2026-11-15', seq)));
    }
    await trail().add([1, 2, 3, 4].map((n) => anEntry({ domain, n, comment: 'Not what she wrote' })));
    expect((await archive()).problems).toEqual([
      '2026-11-15: the chain is not the one that was archived up to place 3',
    ]);
    expect((await verified(false)).problems).toEqual([
      expect.stringContaining('its chain is not the one of the earlier object'),
    ]);
  });

  it('is no problem where the day was archived when the trail was kept for a shorter time', async () => {
    await archive({ keptMs: 30 * DAY_MS });
    now = NOON + 33 * DAY_MS;
    // What DynamoDB has deleted by now, in no order.
    remove(keyOf(1));
    for (const seq of [1, 3]) remove(rowKey(chainRow.key(domain, '2026-11-15', seq)));
    expect(await archive()).toMatchObject({ isAll: true, problems: [] });
  });

  it('is no problem where the table has forgotten the day by its age', async () => {
    await archive();
    now = NOON + 401 * DAY_MS;
    for (const seq of [1, 2, 3]) {
      remove(keyOf(seq));
      remove(rowKey(chainRow.key(domain, '2026-11-15', seq)));
    }
    expect((await archive()).problems).toEqual([]);
    expect(await verified()).toEqual({
      problems: [],
      notes: [`${domain} 2026-11-15: the table no longer keeps this day`],
    });
  });
});

describe('what was changed in an object', () => {
  const body = () => [...bucket.values()][0]?.[0] ?? '';
  const read = (text: string, name = [...bucket.keys()][0] ?? '') =>
    verifyArchive([{ name, day: readArchivedDay(text) }], null, { nowMs: now, keptMs: 0 });
  beforeEach(async () => {
    await add([1], [2], [3]);
    await archive();
  });

  it.each([
    [
      'an entry',
      (text: string) => text.replace('Ada Winter', 'Eve Summer'),
      /at place 1 .* is not as it was added/,
    ],
    ['a hash', (text: string) => text.replace(/"seq":2,"hash":"\w/, '"seq":2,"hash":"0'), /place 2|place 3/],
    [
      'the first line',
      (text: string) => text.replace(/"seq":3/, '"seq":2'),
      /does not end where its first line says/,
    ],
    [
      'the domain',
      (text: string) => text.replace(/"domain":"[^"]+"/, '"domain":"other"'),
      /not as it was added/,
    ],
  ])('%s', async (_, tamper, sentence) => {
    const tampered = tamper(body());
    expect(tampered).not.toBe(body());
    expect((await read(tampered)).problems.join('\n')).toMatch(sentence);
    expect((await read(body())).problems).toEqual([]);
  });

  it('its name', async () => {
    expect((await read(body(), 'other.jsonl')).problems).toEqual([
      expect.stringContaining('would be named 00000003-'),
    ]);
  });

  it.each([
    [
      'a line less',
      (text: string) => text.replace(/[^\n]+\n$/, ''),
      /2 lines after the first, and was written with 3/,
    ],
    ['a line more', (text: string) => `${text}{}\n`, /4 lines after the first/],
    ['half a line', (text: string) => text.replace(/"\}\n$/, '\n'), /line 4 is not that of an archived day/],
    ['nothing', () => '', /its first line/],
    ['another version of it', (text: string) => text.replace('"v":1', '"v":2'), /its first line/],
  ])('%s', (_, tamper, sentence) => {
    expect(() => readArchivedDay(tamper(body()))).toThrow(sentence);
  });
});
