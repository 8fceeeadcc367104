import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { tableDefinition } from '../lib/config/table-definition.ts';
import type { BridgeFunction } from './bridge-function.ts';

type RowAction =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'Query';
type IndexName = (typeof tableDefinition.indexes)[number]['name'];

/** What was seen, sent and decided. It outlives the stack: without it, everything would be announced again. */
export class LedgerTable extends Construct {
  readonly #table: dynamodb.Table;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#table = new dynamodb.Table(this, 'Table', {
      partitionKey: attribute(tableDefinition.partitionKey),
      sortKey: attribute(tableDefinition.sortKey),
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      // AWS's own key: encrypted at rest, without a charge and without a grant.
      encryption: dynamodb.TableEncryption.DEFAULT,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: tableDefinition.timeToLiveAttribute,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const index of tableDefinition.indexes) {
      this.#table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: attribute(index.partitionKey),
        sortKey: attribute(index.sortKey),
        projectionType: dynamodb.ProjectionType[index.projection],
      });
    }
  }

  get tableName(): string {
    return this.#table.tableName;
  }

  /** Lets a function do these things with the rows. */
  allowRows(fn: BridgeFunction, ...actions: RowAction[]): void {
    fn.allow({ actions: actions.map((action) => `dynamodb:${action}`), resources: [this.#table.tableArn] });
  }

  /** Lets a function query one index, and by it no more than what the index holds. */
  allowIndex(fn: BridgeFunction, index: IndexName): void {
    fn.allow({ actions: ['dynamodb:Query'], resources: [`${this.#table.tableArn}/index/${index}`] });
  }
}

const TYPES = { S: dynamodb.AttributeType.STRING, N: dynamodb.AttributeType.NUMBER };

const attribute = ({ name, type }: { name: string; type: 'S' | 'N' }): dynamodb.Attribute => ({
  name,
  type: TYPES[type],
});
