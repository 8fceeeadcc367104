import type {
  ContinuousBackupsDescription,
  KeySchemaElement,
  TableDescription,
  TimeToLiveDescription,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../lib/ledger/table-definition.ts';

/** What AWS says about a table, or why it did not say. */
export interface FoundTable {
  readonly table: TableDescription;
  readonly timeToLive: TimeToLiveDescription | NotTold | undefined;
  readonly backups: ContinuousBackupsDescription | NotTold | undefined;
}
export interface NotTold {
  /** The name of AWS's error, like AccessDeniedException. */
  readonly notTold: string;
}

export interface TableProblem {
  readonly sentence: string;
  /** A bridge works with the table anyway; `unknown`: AWS did not say whether it is set. */
  readonly setting?: 'missing' | 'unknown';
  /** A command that fixes it. Without one, a bridge cannot use this table at all. */
  readonly mend?: string;
}

interface Keys {
  readonly partitionKey: { readonly name: string; readonly type: string };
  readonly sortKey: { readonly name: string; readonly type: string };
}
interface Index extends Keys {
  readonly name: string;
  /** All attributes unless given. */
  readonly projection?: string;
}

/** What is wrong with a table: its keys and indexes, without which no bridge works, and settings that a restore loses. */
export function tableProblems({ table, timeToLive, backups }: FoundTable): TableProblem[] {
  const name = table.TableName ?? '';
  if (!hasKeys(table, table.KeySchema, tableDefinition)) {
    const { partitionKey, sortKey } = tableDefinition;
    return [
      {
        sentence: `its keys are not ${partitionKey.name} and ${sortKey.name}: it is not the table of a bridge`,
      },
    ];
  }
  return [
    ...(table.TableStatus === 'ACTIVE'
      ? []
      : [{ sentence: `it is ${table.TableStatus}: wait until it is ACTIVE` }]),
    ...(tableDefinition.indexes as readonly Index[]).flatMap((index) => indexProblem(table, index) ?? []),
    ...settingProblem(
      timeToLive,
      ({ TimeToLiveStatus: status = '', AttributeName }) =>
        ['ENABLED', 'ENABLING'].includes(status) && AttributeName === tableDefinition.timeToLiveAttribute,
      {
        missing: 'it keeps rows that have expired',
        unknown: 'whether it deletes rows that have expired',
        right: 'dynamodb:DescribeTimeToLive',
        mend: `aws dynamodb update-time-to-live --table-name ${name} --time-to-live-specification Enabled=true,AttributeName=${tableDefinition.timeToLiveAttribute}`,
      },
    ),
    ...settingProblem(
      backups,
      ({ PointInTimeRecoveryDescription: recovery }) => recovery?.PointInTimeRecoveryStatus === 'ENABLED',
      {
        missing: 'it cannot be put back in time',
        unknown: 'whether it can be put back in time',
        right: 'dynamodb:DescribeContinuousBackups',
        mend: `aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`,
      },
    ),
    ...(table.DeletionProtectionEnabled
      ? []
      : [
          {
            setting: 'missing' as const,
            sentence: 'it can be deleted by mistake',
            mend: `aws dynamodb update-table --table-name ${name} --deletion-protection-enabled`,
          },
        ]),
  ];
}

interface Setting {
  readonly missing: string;
  readonly unknown: string;
  /** The right that AWS requires before it shows this setting. */
  readonly right: string;
  readonly mend: string;
}

function settingProblem<Told extends object>(
  told: Told | NotTold | undefined,
  isSet: (told: Told) => boolean,
  { missing, unknown, right, mend }: Setting,
): TableProblem[] {
  if (told && 'notTold' in told) {
    const advice = `ask again with the right ${right}, or set it, which changes nothing where it is set`;
    return [{ setting: 'unknown', sentence: `${unknown} is not known (${told.notTold}): ${advice}`, mend }];
  }
  return told && isSet(told) ? [] : [{ setting: 'missing', sentence: missing, mend }];
}

function indexProblem(table: TableDescription, index: Index): TableProblem | undefined {
  const found = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.name);
  if (found && !hasKeys(table, found.KeySchema, index)) {
    return {
      sentence: `its index ${index.name} has other keys than ${index.partitionKey.name} and ${index.sortKey.name}`,
    };
  }
  if (found?.IndexStatus === 'ACTIVE') return undefined;
  if (found) return { sentence: `its index ${index.name} is ${found.IndexStatus}: wait until it is ACTIVE` };
  const { partitionKey, sortKey, projection = 'ALL' } = index;
  const create = {
    Create: {
      IndexName: index.name,
      KeySchema: [
        { AttributeName: partitionKey.name, KeyType: 'HASH' },
        { AttributeName: sortKey.name, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: projection },
    },
  };
  const attributes = [partitionKey, sortKey].map(
    ({ name, type }) => `AttributeName=${name},AttributeType=${type}`,
  );
  return {
    sentence: `it has no index ${index.name}`,
    mend: `aws dynamodb update-table --table-name ${table.TableName} --attribute-definitions ${attributes.join(' ')} --global-secondary-index-updates '${JSON.stringify([create])}'`,
  };
}

function hasKeys(
  { AttributeDefinitions = [] }: TableDescription,
  schema: readonly KeySchemaElement[] = [],
  { partitionKey, sortKey }: Keys,
): boolean {
  const typeOf = (name: string) =>
    AttributeDefinitions.find(({ AttributeName }) => AttributeName === name)?.AttributeType;
  const nameOf = (kind: string) => schema.find(({ KeyType }) => KeyType === kind)?.AttributeName;
  return [[partitionKey, 'HASH'] as const, [sortKey, 'RANGE'] as const].every(
    ([{ name, type }, kind]) => nameOf(kind) === name && typeOf(name) === type,
  );
}
