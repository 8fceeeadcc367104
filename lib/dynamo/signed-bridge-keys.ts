import type { AwsOperation, CallAws } from '../platform/aws/signed-aws.ts';
import type { BridgeKeys } from '../platform/bridge-keys.ts';
import { readBridgeKey, rememberKeys } from './bridge-key-row.ts';
import { bridgeKeyRowKey } from './row-keys.ts';
import type { Row } from './row-values.ts';

const GET_ITEM: AwsOperation = {
  service: 'dynamodb',
  name: 'GetItem',
  target: 'DynamoDB_20120810',
  contentType: 'application/x-amz-json-1.0',
};

/** For the action function, which writes nothing: what it checks was made by a function that has made the key. */
export const createSignedBridgeKeys = (callAws: CallAws, TableName: string): BridgeKeys =>
  rememberKeys(async (name) => {
    const Key = bridgeKeyRowKey(name);
    const { Item } = await callAws(GET_ITEM, { TableName, Key, ConsistentRead: true });
    if (!Item) throw new Error(`the ledger has no key "${name}" yet: no other function has needed it so far`);
    return readBridgeKey(Item as Row, name);
  });
