import '../support/aws/quiet-sdk.ts';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthBridge } from '../../cdk/synth-bridge.ts';
import { systemClock as clock } from '../../lib/base/clock.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import { rowKey } from '../../lib/dynamo/row-values.ts';
import { auditRow, chainRow } from '../../lib/ledger/trail-rows.ts';
import { type LocalCloud, startLocalCloud } from '../../local/cloud/local-cloud.ts';
import { anEntry, DAY_MS } from '../attack/trail-examples.ts';
import { bundleForNode } from '../support/bundle-for-node.ts';
import { writeConfigFile } from '../support/config-file.ts';
import { until } from '../support/wait-for.ts';

const NOBODY = 'http://127.0.0.1:9';
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS + DAY_MS / 2;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The real bundle, by the real template, with a key of the customer's for everything. */
describe('the archive of the trail', () => {
  let cloud: LocalCloud;
  let folder: string;
  let client: DynamoDBClient;
  let audit: string;
  const configFile = writeConfigFile();
  const said: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archive-'));
    const config = defineBridge({
      monitoring: 'full',
      domains: { acme: { baseUrl: `${NOBODY}/api`, apiKey: '/bridge/key' } },
      destinations: { soc: { type: 'slack', channel: 'C0123ABCD' } },
      slack: { signingSecret: '/slack/secret', botToken: '/slack/token', apiUrl: `${NOBODY}/slack` },
      routes: [{ name: 'everything', to: 'soc' }],
      verdicts: { allow: 'anyone-in-channel' },
      encryption: { key: 'create' },
      archive: { lock: 'compliance', days: 30 },
    });
    const assemblyDir = join(folder, 'assembly');
    await Promise.all([
      synthBridge({ config, outdir: assemblyDir }),
      bundleForNode('cli/main.ts', 'archive').then((bundle) => {
        audit = bundle;
      }),
    ]);
    cloud = await startLocalCloud({
      assemblyDir,
      dataDir: join(folder, 'data'),
      missingSecrets: 'generate',
      log: (who, line) => said.push(`${who}: ${line}`),
    });
    const { aws: endpoint, operator, region } = cloud.endpoints;
    client = new DynamoDBClient({ endpoint, region, credentials: operator });
  });
  afterAll(async () => {
    client?.destroy();
    configFile.remove();
    await cloud?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const tableName = () => cloud.outputs.LedgerTableName ?? '';
  const bucket = () => cloud.outputs.ArchiveBucketName ?? '';
  const add = (...entries: [n: number, atMs: number][]) =>
    createDynamoAuditTrail({ client, tableName: tableName(), clock, random: Math.random }).add(
      entries.map(([n, atMs]) => anEntry({ n, atMs })),
    );
  const archive = () => cloud.invoke(cloud.outputs.ArchiveFunctionName ?? '', {});
  const days = () => [...cloud.buckets.keys(bucket()).keys()].filter((key) => key.endsWith('.jsonl'));
  const objects = () => days().map((key) => key.replace(/-[0-9a-f]{64}/, ''));

  /** As an auditor who has fetched the files. */
  async function verify(byItself = false): Promise<{ status: number; stdout: string; stderr: string }> {
    const { aws, operator, region } = cloud.endpoints;
    const env = {
      PATH: process.env.PATH,
      AWS_REGION: region,
      AWS_ENDPOINT_URL: aws,
      AWS_ACCESS_KEY_ID: operator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: operator.secretAccessKey,
      TABLE_NAME: tableName(),
    };
    const files = join(folder, 'data', 'buckets', bucket(), '1');
    const which = byItself ? ['--name', cloud.outputs.BridgeName ?? ''] : ['--archive', files];
    const flags = [audit, 'audit', '--verify', '--config', configFile.path, ...which];
    return promisify(execFile)(process.execPath, flags, { env }).then(
      ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ status: code, stdout, stderr }),
    );
  }

  it('runs by itself, and finds nothing to do at first', async () => {
    await until('the schedule has run it', () => said.some((line) => line.includes('"event":"archived"')));
    expect(objects()).toEqual([]);
  });

  it('has each finished day once, in objects that verify', async () => {
    await add([1, NOON], [2, NOON + 1], [3, NOON + DAY_MS], [4, Date.now()]);
    expect(await archive()).toEqual({ ok: true, value: null });
    expect(await archive()).toEqual({ ok: true, value: null });
    expect(objects()).toEqual([
      `audit/acme/${dayOf(NOON)}/00000002.jsonl`,
      `audit/acme/${dayOf(NOON + DAY_MS)}/00000001.jsonl`,
    ]);
    expect(days().map((key) => cloud.buckets.keys(bucket()).get(key))).toEqual([1, 1]);
    const { status, stdout, stderr } = await verify();
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^By [^\n]+, which says how long [^\n]+:\n$/),
    ]);
    expect(stdout).toContain('The archive holds, and the table is what was archived (2 days).');
  });

  it('gets a second object of a day that was added to late', async () => {
    await add([5, NOON + 2]);
    await archive();
    expect(objects()).toHaveLength(3);
    expect(objects()[2]).toBe(`audit/acme/${dayOf(NOON)}/00000003.jsonl`);
    expect((await verify()).status).toBe(0);
  });

  it('is found and used by audit --verify itself, which names what was cut off after it was anchored', async () => {
    const { status, stdout } = await verify(true);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('the archive vouches for everything up to'),
    ]);
    const TableName = tableName();
    const link = rowKey(chainRow.key('acme', dayOf(Date.now()), 1));
    const { Item = {} } = await client.send(new GetItemCommand({ TableName, Key: link }));
    const entry = { pk: { S: auditRow.partition('acme', Date.now()) }, sk: Item.of ?? { S: '' } };
    const { Item: text = {} } = await client.send(new GetItemCommand({ TableName, Key: entry }));
    for (const Key of [link, entry]) await client.send(new DeleteItemCommand({ TableName, Key }));
    const cut = await verify(true);
    expect(cut.status).toBe(1);
    expect(cut.stderr).toMatch(/the chain ends at place 0, and the anchor has place 1/);
    for (const one of [Item, text]) await client.send(new PutItemCommand({ TableName, Item: one }));
    expect((await verify(true)).status).toBe(0);
  });

  it('is denied nothing, and has no right that it does not use', () => {
    expect(cloud.denied).toEqual([]);
    const unused = cloud.unusedGrants().filter(({ role }) => role.includes('Archive'));
    // Those for the key are the same for every function.
    expect(unused.filter(({ action }) => !action.startsWith('kms:'))).toEqual([]);
  });

  it('keeps its files private', async () => {
    const files = await readdir(join(folder, 'data', 'buckets'), { recursive: true, withFileTypes: true });
    const texts = files
      .filter((one) => one.isFile() && one.name.endsWith('.jsonl'))
      .map((one) => join(one.parentPath ?? one.path, one.name));
    expect(texts).toHaveLength(3);
    for (const file of texts) expect((await stat(file)).mode & 0o077, file).toBe(0);
    expect(await readFile(texts[0] ?? '', 'utf8')).toMatch(/^\{"kind":"posture-bridge audit trail","v":1,/);
  });

  it('shows what somebody changes in the table, to the auditor and by an alarm', async () => {
    const TableName = tableName();
    const key = (n: number, atMs: number) => rowKey(auditRow.key('acme', anEntry({ n, atMs })));
    await client.send(
      new UpdateItemCommand({
        TableName,
        Key: key(1, NOON),
        UpdateExpression: 'SET entry = :entry',
        ExpressionAttributeValues: { ':entry': { S: '{}' } },
      }),
    );
    const changed = await verify();
    expect(changed.status).toBe(1);
    expect(changed.stderr).toMatch(/the entry .*000001#d1" is archived, and another one in the table/);

    await client.send(new DeleteItemCommand({ TableName, Key: key(5, NOON + 2) }));
    await client.send(
      new DeleteItemCommand({ TableName, Key: rowKey(chainRow.key('acme', dayOf(NOON), 3)) }),
    );
    await archive();
    const problem = `${dayOf(NOON)}: it was archived up to place 3, and its chain ends at 2`;
    expect(said.some((line) => line.includes('"event":"audit.changed"') && line.includes(problem))).toBe(
      true,
    );
    expect(said.some((line) => /"TrailChanged":[1-9]/.test(line))).toBe(true);
    expect((await verify()).stderr).toMatch(/1 places of the archived chain are gone from the table/);
  });
});
