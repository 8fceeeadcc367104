/**
 * Says whether a bridge can go on with a table, and what to do where it cannot yet:
 * `npm run --silent check:table -- --table posture-bridge-restored`. Changes nothing.
 */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { linesOf, print } from '../lib/platform/terminal.ts';
import { readFlags, run, UsageError } from './command.ts';
import { tableProblems } from './table-problems.ts';

const USAGE = `npm run check:table -- --table NAME
  --table NAME   of the table, in the account and region that the bridge is deployed to`;

async function main(): Promise<void> {
  const flags = readFlags({ table: { type: 'string' } });
  if (flags.help) return print(...linesOf(USAGE));
  if (!flags.table) throw new UsageError('--table is missing');
  const client = new DynamoDBClient({});
  await client.config.region().catch(() => {
    throw new UsageError('the region is not known: set AWS_REGION, or choose a profile that has one');
  });
  const TableName = flags.table;
  const { Table: table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  // Without the right to ask for these two, they count as not set: the commands that set them do no harm twice.
  const [ttl, backups] = await Promise.all([
    client.send(new DescribeTimeToLiveCommand({ TableName })).catch(() => undefined),
    client.send(new DescribeContinuousBackupsCommand({ TableName })).catch(() => undefined),
  ]);
  client.destroy();
  const problems = tableProblems({
    table,
    timeToLive: ttl?.TimeToLiveDescription,
    backups: backups?.ContinuousBackupsDescription,
  });
  if (problems.length === 0) return print(`A bridge can go on with ${TableName}.`);
  const works = problems.every(({ isSetting }) => isSetting);
  print(
    works
      ? `A bridge can go on with ${TableName}, but settings are missing that a restore does not bring along:`
      : `A bridge cannot go on with ${TableName} yet:`,
  );
  for (const { sentence, mend } of problems)
    print(...(mend ? [`- ${sentence}:`, `  ${mend}`] : [`- ${sentence}`]));
  if (!works) process.exitCode = 1;
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'ResourceNotFoundException')
    return 'There is no table of this name in this account and region.';
  if (/CredentialsProviderError|UnrecognizedClient|ExpiredToken|InvalidSignature/.test(error.name))
    return `${error.name}: AWS takes no credentials from here: is AWS_PROFILE set, and are you signed in?`;
  return `${error.name}: ${error.message}`;
}

run(USAGE, main, explained);
