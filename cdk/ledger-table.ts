import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { RemovalPolicy, Token } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { tableDefinition } from '../lib/ledger/table-definition.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { rowRightsOf } from './row-rights.ts';
import { SettingError } from './setting-error.ts';

/** What was seen, sent and decided. It outlives the stack: without it, everything would be announced again. */
export class LedgerTable extends Construct {
  readonly #table: Pick<dynamodb.ITable, 'tableName' | 'tableArn'>;

  /** `existing`: the name of an earlier bridge's table, which this one continues to use. The stack does not change it. */
  constructor(scope: Construct, id: string, existing?: string) {
    super(scope, id);
    this.#table =
      existing === undefined
        ? this.#create()
        : dynamodb.Table.fromTableName(this, 'Existing', checkTableName(existing));
  }

  #create(): dynamodb.Table {
    const table = new dynamodb.Table(this, 'Table', {
      partitionKey: attribute(tableDefinition.partitionKey),
      sortKey: attribute(tableDefinition.sortKey),
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      // AWS's own key: encrypted at rest, without a charge or a grant.
      encryption: dynamodb.TableEncryption.DEFAULT,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: tableDefinition.timeToLiveAttribute,
      // A failed first deployment leaves nothing behind. Deletion protection would keep CloudFormation from cleaning up.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    for (const index of tableDefinition.indexes) {
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: attribute(index.partitionKey),
        sortKey: attribute(index.sortKey),
        projectionType: dynamodb.ProjectionType[index.projection],
      });
    }
    return table;
  }

  get tableName(): string {
    return this.#table.tableName;
  }

  /** Lets a function do what it may with its kinds of rows, and nothing with any other. */
  allow(fn: BridgeFunction, where?: Parameters<typeof rowRightsOf>[1]): void {
    for (const { rows, may, index } of rowRightsOf(fn.name, where)) {
      fn.allow({
        actions: may.map((action) => `dynamodb:${action}`),
        resources: [index ? `${this.#table.tableArn}/index/${index}` : this.#table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...rows] } },
      });
    }
  }
}

/** The names that DynamoDB accepts. */
const TABLE_NAME = /^[A-Za-z0-9_.-]{3,255}$/;

function checkTableName(name: string): string {
  // A table in the same app gets its name when it is deployed.
  if (Token.isUnresolved(name) || TABLE_NAME.test(name)) return name;
  throw new SettingError(
    `${JSON.stringify(name)} cannot be the table of a bridge: give the name of a table in the account and region that you ` +
      `deploy to, not its ARN, like --table posture-bridge-restored.`,
  );
}

const TYPES = { S: dynamodb.AttributeType.STRING, N: dynamodb.AttributeType.NUMBER };

const attribute = ({ name, type }: { name: string; type: 'S' | 'N' }): dynamodb.Attribute => ({
  name,
  type: TYPES[type],
});
