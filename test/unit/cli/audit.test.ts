import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { auditLine, auditTable } from '../../../cli/audit/audit-table.ts';
import { archiveTrail } from '../../../lib/audit/archive-trail.ts';
import { systemClock as clock } from '../../../lib/base/clock.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createDynamoAuditTrail } from '../../../lib/dynamo/dynamo-audit-trail.ts';
import { rowKey } from '../../../lib/dynamo/row-values.ts';
import { auditRow } from '../../../lib/ledger/trail-rows.ts';
import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { writeConfigFile } from '../../support/config-file.ts';
import { runCommand } from '../../support/run-command.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
const DAY_MS = 86_400_000;

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  domain: 'acme',
  caseId: 'c1',
  n: 1,
  atMs: NOON,
  what: 'requested',
  id: 'd1',
  outcome: 'SAFE',
  by: { surface: 'slack', id: 'U0ADA', name: 'Ada Winter' },
  place: 'soc',
  comment: 'A drill',
  answer: null,
  ...more,
});
const RECORDED = entry({
  n: 2,
  atMs: NOON + 10_000,
  what: 'recorded',
  by: null,
  comment: null,
  answer: 'recorded',
});
const DENIED = entry({ caseId: 'c0', n: 0, atMs: NOON - 1, what: 'denied', outcome: null, answer: 'no' });
const NEXT_DAY = entry({ caseId: 'c2', atMs: NOON + DAY_MS });

describe('the table of the trail', () => {
  it('has a line for each entry, with who it was by name and id', () => {
    expect(auditTable([entry(), RECORDED], {})).toEqual([
      'time (UTC)               case  what       who                       outcome  where  answer    comment',
      '2026-11-15 12:00:00.000  c1    requested  Ada Winter (slack U0ADA)  SAFE     soc              A drill',
      '2026-11-15 12:00:10.000  c1    recorded   the bridge                SAFE     soc    recorded',
    ]);
  });

  it('is what the docs show', async () => {
    const caseId = '7f3e2a10-1111-4222-8333-444455556666';
    const at = (time: string) => Date.parse(`2026-11-15T${time}Z`);
    const why = `pressed "Safe": You can't decide cases here. Nothing was recorded.`;
    const entries = [
      entry({
        caseId,
        atMs: at('09:44:02.120'),
        what: 'denied',
        by: { surface: 'slack', id: 'U0CLEO', name: 'cleo' },
        answer: why,
        comment: null,
      }),
      entry({ caseId, atMs: at('09:44:09.411'), by: { surface: 'slack', id: 'U0ADA', name: 'ada' } }),
      { ...RECORDED, caseId, atMs: at('09:44:20.007'), place: null, answer: 'recorded and resolved' },
    ];
    const lines = auditTable(entries, {});
    expect(await readFile('docs/messages.md', 'utf8')).toContain(`\n${lines.join('\n')}\n`);
  });

  it('keeps each entry on its line and lets nothing through that a terminal obeys', () => {
    const hostile = 'a\n2026-11-15 forged\r\u001b[2Jb\u009bc\u202ed\u2028e\0';
    const by = { surface: 'slack', id: 'U1', name: hostile } as const;
    const lines = auditTable([entry({ comment: hostile, caseId: hostile, answer: hostile, by })], {});
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  it('cuts what is long', () => {
    const [, line = ''] = auditTable([entry({ comment: 'x'.repeat(2_000) })], {});
    expect(line).toMatch(/ x{119}…$/);
  });

  it('has all of it in JSON, as harmless', () => {
    const odd = entry({ comment: `${'x'.repeat(2_000)}\n\u001b[2J\u009b\u202e\u{e0001}😀` });
    const line = auditLine(odd);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(line)).toEqual({ at: '2026-11-15T12:00:00.000Z', ...odd });
  });
});

describe('npx posture-bridge audit', () => {
  let table: LocalTable;
  let endpoint: string;
  const config = writeConfigFile();
  beforeAll(async () => {
    table = await startDynalite();
    const { hostname, port } = (await table.client.config.endpoint?.()) ?? { hostname: '' };
    endpoint = `http://${hostname}:${port}`;
    const { client, tableName } = table;
    const ledger = createDynamoAnswerLedger({ client, tableName, clock, random: Math.random });
    await ledger.copyTrail([NEXT_DAY, RECORDED, entry(), DENIED, entry({ domain: 'zeta' })]);
  });
  afterAll(() => {
    config.remove();
    return table.stop();
  });

  const envOf = (more: Record<string, string>) => ({
    PATH: process.env.PATH,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: endpoint,
    AWS_EC2_METADATA_DISABLED: 'true',
    TABLE_NAME: table.tableName,
    ...more,
  });
  const run = (flags: string, more: Record<string, string> = {}) =>
    runCommand(['audit', ...flags.split(' ')], envOf(more));
  const read = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry & { at: string })
      .map(({ at: _, ...one }) => one);

  it('prints one day of one domain, in order', async () => {
    const args = ['cli/bridge.mjs', 'audit', '--domain', 'acme', '--day', '2026-11-15'];
    // Not synchronous: the table lives in this process.
    const { stdout, stderr } = await promisify(execFile)('node', args, { env: envOf({}) });
    expect(stderr).toBe('');
    expect(`${auditTable([DENIED, entry(), RECORDED], {}).join('\n')}\n`).toBe(stdout);
  });

  it('prints several days in JSON, from the table that is given', async () => {
    const flags = `--domain acme --day 2026-11-14 --to 2026-11-17 --json --table ${table.tableName}`;
    const { stdout, status } = await run(flags, { TABLE_NAME: '' });
    expect(status).toBe(0);
    expect(read(stdout)).toEqual([DENIED, entry(), RECORDED, NEXT_DAY]);
  });

  it('says that a day is empty, and prints nothing', async () => {
    const { stdout, stderr, status } = await run('--domain acme --day 2026-11-01 --json');
    expect([stdout, status]).toEqual(['', 0]);
    expect(stderr).toBe('Nobody decided or tried anything in acme on 2026-11-01.\n');
    const days = await run('--domain acme --day 2026-11-01 --to 2026-11-03');
    expect(days.stderr).toBe('Nobody decided or tried anything in acme from 2026-11-01 to 2026-11-03.\n');
  });

  it('shows the trail of a domain that is no longer configured, and takes no other for an empty day', async () => {
    const { stdout } = await run('--domain zeta --day 2026-11-15 --json');
    expect(read(stdout)).toEqual([entry({ domain: 'zeta' })]);
    const wrong = await run('--domain amce --day 2026-11-15');
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean acme?')]);
  });

  it.each([
    ['--day 2026-11-15', {}, /^--domain is missing/],
    ['--domain acme', {}, /^--day is missing/],
    ['--domain acme --day 2026-02-31', {}, /^--day has to be a day like/],
    ['--domain acme --day today', {}, /^--day has to be a day like/],
    ['--domain acme --day 2026-11-15 --to 2026-11-14', {}, /^--to is before --day/],
    ['--domain acme --day 2020-01-01 --to 2026-11-15', {}, /days, and 500 are the most/],
    ['--domain acme --day 2026-11-15', { AWS_REGION: '' }, /^the region is not known/],
    ['--nonsense', {}, /Unknown option/],
    ['--verify --to 2026-11-15', {}, /^--to needs a --day/],
    ['--verify --head 1:x --domain acme --day 2026-11-15', {}, /^--head has to be like/],
    ['--verify --head 1:x', {}, /^--head needs --domain and one --day/],
    ['--archive package.json', {}, /^--archive needs --verify/],
    ['--verify --archive nowhere', {}, /^there is no file or folder nowhere/],
  ] as const)('refuses %j with %j and says how it is used', async (flags, more, message) => {
    const { stderr, status } = await run(flags, more);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('posture-bridge audit --help');
    expect(status).toBe(2);
  });

  it('says what is wrong with the table', async () => {
    const { stderr, status } = await run('--domain acme --day 2026-11-15 --table other');
    expect(stderr).toMatch(/Query failed: ResourceNotFoundException.*Is the table of this name in this/);
    expect(status).toBe(1);
  });

  it('verifies the trail, by the chain and by what was logged', async () => {
    const { stdout, stderr, status } = await run(
      `--verify --config ${config.path} --day 2026-11-15 --to 2026-11-16`,
    );
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^acme 2026-11-15: 3 in the chain, which ends in [0-9a-f]{64}\n/);
    expect(stdout).toMatch(/acme: the trail holds \(4 entries, 4 of them in 2 chains\)/);
    const forProgram = await run(`--verify --json --config ${config.path} --day 2026-11-15`);
    expect(forProgram.stdout).toBe('{"holds":true}\n');
    expect(forProgram.stderr).toContain('acme: the trail holds');
    const [, hash = ''] = /ends in (\w+)/.exec(stdout) ?? [];
    const flags = `--verify --config ${config.path} --domain acme --day 2026-11-15`;
    expect((await run(`${flags} --head 3:${hash}`)).status).toBe(0);
    const cut = await run(`${flags} --head 4:${hash}`);
    expect([cut.status, cut.stderr]).toEqual([1, expect.stringContaining('the log has place 4')]);
  });

  it('says which entry of the trail is not as it was, and ends with 1', async () => {
    const { client, tableName: TableName } = table;
    const Key = rowKey(auditRow.key('zeta', entry({ domain: 'zeta' })));
    const forged = JSON.stringify(entry({ domain: 'zeta', outcome: 'TRUE_POSITIVE' }));
    const change = { UpdateExpression: 'SET entry = :e', ExpressionAttributeValues: { ':e': { S: forged } } };
    await client.send(new UpdateItemCommand({ TableName, Key, ...change }));
    const { stderr, status } = await run(`--verify --config ${config.path} --domain zeta --day 2026-11-15`);
    expect(stderr).toContain(`By ${config.path}, which has `);
    expect(stderr).toMatch(
      /zeta 2026-11-15: the entry "2026-11-15T12:00:00.000Z#c1#000001#d1" at place 1 .* not as/,
    );
    expect(status).toBe(1);
  });

  it('verifies what was archived, alone and with the table, and says what differs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'archived-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { client, tableName } = table;
    const parts = { client, tableName, clock, random: Math.random };
    const put = async (key: string, body: string) => {
      await mkdir(dirname(join(folder, key)), { recursive: true });
      await writeFile(join(folder, key), body);
    };
    const later = { now: () => NOON + 3 * DAY_MS, sleep: clock.sleep };
    const notes = { of: async () => [], add: async () => {} };
    const trail = createDynamoAuditTrail(parts);
    const archived = await archiveTrail(
      { trail, notes, put, keptMs: 400 * DAY_MS, clock: later, log: () => {} },
      ['acme'],
      NOON * 2,
    );
    expect(archived).toMatchObject({ days: 2, isAll: true });

    const alone = await run(`--verify --archive ${folder}`, { TABLE_NAME: '', AWS_REGION: '' });
    expect([alone.status, alone.stderr]).toEqual([0, '']);
    expect(alone.stdout).toMatch(/^acme 2026-11-15: 3 in the archived chain, which ends in [0-9a-f]{64}\n/);
    expect(alone.stdout).toMatch(/The archive holds \(2 days\)\. It was not compared with a table/);
    const forProgram = await run(`--verify --json --archive ${folder}`, { TABLE_NAME: '', AWS_REGION: '' });
    expect(forProgram.stdout).toBe('{"holds":true}\n');
    expect((await run(`--verify --config ${config.path} --archive ${folder}`)).stdout).toMatch(
      /The archive holds, and the table is what was archived \(2 days\)/,
    );

    const [file = ''] = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith('.jsonl'),
    );
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace('Ada Winter', 'Eve\u009b2J Summer'));
    const forged = await run(`--verify --config ${config.path} --archive ${join(folder, file)}`);
    expect(forged.status).toBe(1);
    expect(forged.stderr).toMatch(/in the archive, the entry .* is not as it was added/);
    expect(forged.stderr).toMatch(/the entry .* is archived, and another one in the table/);
    expect(forged.stderr).not.toMatch(/\u009b/);
    await writeFile(join(folder, file), text.slice(0, -10));
    expect((await run(`--verify --config ${config.path} --archive ${folder}`)).stderr).toMatch(
      /is not a day of the archive as the bridge writes it: line \d is not/,
    );
  });

  it('tells how to use it', async () => {
    const { stdout, status } = await run('--help');
    expect(stdout).toMatch(/--domain NAME .*\n +--day DAY/);
    expect(status).toBe(0);
  });
});
