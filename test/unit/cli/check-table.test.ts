import { CreateTableCommand, DescribeTableCommand, type TableDescription } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FoundTable, tableProblems } from '../../../cli/table-problems.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { type Ended, runCommand } from '../../support/run-command.ts';

let local: LocalTable;
let good: FoundTable;
beforeAll(async () => {
  local = await startDynalite();
  const { client, tableName } = local;
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  good = {
    table: { ...Table, DeletionProtectionEnabled: true },
    timeToLive: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAtSeconds' },
    backups: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    },
  };
});
afterAll(() => local.stop());

const sentencesOf = (found: FoundTable) => tableProblems(found).map(({ sentence }) => sentence);
const withTable = (changes: Partial<TableDescription>): FoundTable => ({
  ...good,
  table: { ...good.table, ...changes },
});
const [indexesOf, named] = [() => good.table.GlobalSecondaryIndexes ?? [], 'due'];

describe('a table to go on with', () => {
  it('is that of a bridge', () => {
    expect(tableProblems(good)).toEqual([]);
  });

  it('is not one with other keys, whatever else is right', () => {
    const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' as const }];
    expect(sentencesOf(withTable({ KeySchema }))).toEqual([
      'its keys are not pk and sk: it is not the table of a bridge',
    ]);
    const AttributeDefinitions = (good.table.AttributeDefinitions ?? []).map((one) =>
      one.AttributeName === 'sk' ? { ...one, AttributeType: 'N' as const } : one,
    );
    expect(sentencesOf(withTable({ AttributeDefinitions }))).toHaveLength(1);
  });

  it('is not one that was restored without its indexes, and the command makes them', () => {
    const problems = tableProblems(withTable({ GlobalSecondaryIndexes: [] }));
    expect(problems).toHaveLength(indexesOf().length);
    const { sentence, mend = '' } = problems.find((one) => one.sentence.endsWith(named)) ?? { sentence: '' };
    expect(sentence).toBe(`it has no index ${named}`);
    expect(mend).toContain('AttributeName=due,AttributeType=S AttributeName=dueAtMs,AttributeType=N');
    const [, updates = ''] = /--global-secondary-index-updates '(.+)'$/.exec(mend) ?? [];
    const original = indexesOf().find(({ IndexName }) => IndexName === named);
    expect(JSON.parse(updates)[0].Create).toMatchObject({ IndexName: named, KeySchema: original?.KeySchema });
  });

  it.each([
    [
      'is still being restored',
      { TableStatus: 'CREATING' as const },
      'it is CREATING: wait until it is ACTIVE',
    ],
    ['is not protected', { DeletionProtectionEnabled: false }, 'it can be deleted by mistake'],
  ])('is not one that %s', (_, changes, sentence) => {
    expect(sentencesOf(withTable(changes))).toEqual([sentence]);
  });

  it('is not one whose index is still being filled, or has other keys', () => {
    const changed = (change: object) =>
      withTable({
        GlobalSecondaryIndexes: indexesOf().map((one) =>
          one.IndexName === named ? { ...one, ...change } : one,
        ),
      });
    expect(sentencesOf(changed({ IndexStatus: 'CREATING' }))).toEqual([
      'its index due is CREATING: wait until it is ACTIVE',
    ]);
    expect(sentencesOf(changed({ KeySchema: [] }))).toEqual([
      'its index due has other keys than due and dueAtMs',
    ]);
  });

  it('is not one that lost what a restore does not bring along', () => {
    expect(
      sentencesOf({ ...good, timeToLive: { TimeToLiveStatus: 'DISABLED' }, backups: undefined }),
    ).toEqual(['it keeps rows that have expired', 'it cannot be put back in time']);
  });

  it('may be one whose settings AWS did not tell, which is said as such', () => {
    const refused = { notTold: 'AccessDeniedException' };
    const problems = tableProblems({ ...good, timeToLive: refused, backups: refused });
    expect(problems.map(({ setting }) => setting)).toEqual(['unknown', 'unknown']);
    expect(problems.map(({ sentence }) => sentence)).toEqual([
      'whether it deletes rows that have expired is not known (AccessDeniedException): ask again with the right dynamodb:DescribeTimeToLive, or set it, which changes nothing where it is set',
      'whether it can be put back in time is not known (AccessDeniedException): ask again with the right dynamodb:DescribeContinuousBackups, or set it, which changes nothing where it is set',
    ]);
  });
});

describe('npx posture-bridge table check', () => {
  let command: (flags: string) => Promise<Ended>;
  beforeAll(async () => {
    const { hostname, port } = (await local.client.config.endpoint?.()) ?? { hostname: '' };
    const env = {
      PATH: process.env.PATH,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: `http://${hostname}:${port}`,
    };
    command = (flags) => runCommand(['table', 'check', ...flags.split(' ')], env);
  });

  it('says which settings are missing, with the commands that mend it, and nothing else', async () => {
    const { status, stdout, stderr } = await command(`--table ${local.tableName}`);
    // The local DynamoDB neither deletes nor protects, and does not know what going back in time is.
    expect(stdout).toMatch(
      /^A bridge can go on with ledger, but settings are missing .+:\n- it keeps rows that have expired:\n {2}aws dynamodb update-time-to-live --table-name ledger /,
    );
    expect(stdout).toContain('\n- whether it can be put back in time is not known (');
    expect(stdout).not.toContain('it cannot be put back in time');
    // The table works without them.
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('says of another table that it is not that of a bridge', async () => {
    await local.client.send(
      new CreateTableCommand({
        TableName: 'other',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      }),
    );
    const { status, stdout } = await command('--table other');
    expect(status).toBe(1);
    expect(stdout).toBe(
      'A bridge cannot go on with other yet:\n- its keys are not pk and sk: it is not the table of a bridge\n',
    );
  });

  it.each([
    ['--table missing', 1, 'There is no table of this name in this account and region.'],
    ['--nonsense', 2, 'posture-bridge table check --help'],
  ])('answers %s with %i and a sentence', async (flags, expected, words) => {
    const { status, stderr } = await command(flags);
    expect(stderr).toContain(words);
    expect(status).toBe(expected);
  });
});
