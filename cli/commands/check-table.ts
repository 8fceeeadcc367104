import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { type NotTold, type TableProblem, tableProblems } from '../table-problems.ts';

export default defineCommand({
  name: 'table check',
  group: 'Other',
  page: 'restore.md',
  summary:
    'Says whether a bridge can go on with a table, and what to do where it cannot yet. Changes nothing.',
  flags: {},
  needsBridge: true,
  examples: [
    {
      line: 'table check --table posture-bridge-restored',
      words: 'Before a bridge is deployed with a restored table.',
    },
  ],
  async run({ flags, bridge }) {
    if (!flags.table) throw new UsageError('--table is missing');
    const { client, tableName: TableName } = (await bridge()).ledger;
    const { Table: table = {} } = await client.send(new DescribeTableCommand({ TableName }));
    // The person who restores a table may lack the right to read these two.
    const notTold = (error: Error): NotTold => ({ notTold: error.name });
    const [timeToLive, backups] = await Promise.all([
      client
        .send(new DescribeTimeToLiveCommand({ TableName }))
        .then((said) => said.TimeToLiveDescription, notTold),
      client
        .send(new DescribeContinuousBackupsCommand({ TableName }))
        .then((said) => said.ContinuousBackupsDescription, notTold),
    ]);
    const problems = tableProblems({ table, timeToLive, backups });
    const well = problems.every(({ setting }) => setting);
    return {
      value: { table: TableName, well, problems },
      lines: [
        verdictOn(TableName, problems),
        ...problems.flatMap(({ sentence, mend }) =>
          mend ? [`- ${sentence}:`, `  ${mend}`] : [`- ${sentence}`],
        ),
      ],
      well,
    };
  },
  explain: (error) =>
    error instanceof Error && error.name === 'ResourceNotFoundException'
      ? new CommandError('There is no table of this name in this account and region.')
      : error,
});

function verdictOn(name: string, problems: readonly TableProblem[]): string {
  if (problems.length === 0) return `A bridge can go on with ${name}.`;
  if (problems.some(({ setting }) => !setting)) return `A bridge cannot go on with ${name} yet:`;
  return problems.some(({ setting }) => setting === 'missing')
    ? `A bridge can go on with ${name}, but settings are missing that a restore does not bring along:`
    : `A bridge can go on with ${name}: its keys and indexes are right. AWS did not say how everything is set:`;
}
