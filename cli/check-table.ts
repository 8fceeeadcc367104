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
import { type NotTold, type TableProblem, tableProblems } from './table-problems.ts';

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
  // Whoever restores a table may lack the right to ask for these two.
  const notTold = (error: Error): NotTold => ({ notTold: error.name });
  const [timeToLive, backups] = await Promise.all([
    client
      .send(new DescribeTimeToLiveCommand({ TableName }))
      .then((said) => said.TimeToLiveDescription, notTold),
    client
      .send(new DescribeContinuousBackupsCommand({ TableName }))
      .then((said) => said.ContinuousBackupsDescription, notTold),
  ]);
  client.destroy();
  const problems = tableProblems({ table, timeToLive, backups });
  print(verdictOn(TableName, problems));
  for (const { sentence, mend } of problems)
    print(...(mend ? [`- ${sentence}:`, `  ${mend}`] : [`- ${sentence}`]));
  if (problems.some(({ setting }) => !setting)) process.exitCode = 1;
}

function verdictOn(name: string, problems: readonly TableProblem[]): string {
  if (problems.length === 0) return `A bridge can go on with ${name}.`;
  if (problems.some(({ setting }) => !setting)) return `A bridge cannot go on with ${name} yet:`;
  return problems.some(({ setting }) => setting === 'missing')
    ? `A bridge can go on with ${name}, but settings are missing that a restore does not bring along:`
    : `A bridge can go on with ${name}: its keys and indexes are right. AWS did not say how everything is set:`;
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
