import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoBridgeKeys } from '../../../lib/dynamo/dynamo-bridge-keys.ts';
import { createSignedBridgeKeys } from '../../../lib/dynamo/signed-bridge-keys.ts';
import { createSignedAws } from '../../../lib/platform/aws/signed-aws.ts';
import { systemClock as clock } from '../../../lib/platform/clock.ts';
import { LOCAL_CREDENTIALS } from '../../support/aws/quiet-sdk.ts';
import { awsFault, scriptClient } from '../../support/aws/scripted-client.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { failure } from '../../support/client.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

async function signedKeys({ client, tableName }: LocalTable) {
  const { protocol, hostname, port } = (await client.config.endpoint?.()) ?? {};
  const endpoint = `${protocol}//${hostname}:${port}`;
  const settings = { ...LOCAL_CREDENTIALS, endpoint, clock, random: Math.random, timeoutMs: 5_000 };
  return createSignedBridgeKeys(createSignedAws(settings), tableName);
}

describe('a key of the bridge', () => {
  it('is read by the action function too, once another function has made it', async () => {
    const signed = await signedKeys(table);
    expect(await signed.find('buttons')).toBeNull();
    const key = await createDynamoBridgeKeys({ ...table, clock }).keyOf('buttons');
    expect(await signed.find('buttons')).toEqual(key);
  });

  it('is read from the table once by a process', async () => {
    const keys = createDynamoBridgeKeys({ ...table, clock });
    await keys.keyOf('often');
    const before = new Map(table.calls);
    for (let n = 0; n < 5; n++) await keys.keyOf('often');
    expect(table.calls).toEqual(before);
  });

  it('is asked for again after a failure', async () => {
    const { client } = scriptClient((_, call) => {
      if (call === 1) throw awsFault('InternalServerError', 500);
      return {};
    });
    const keys = createDynamoBridgeKeys({ client, tableName: 'ledger', clock });
    await failure(keys.keyOf('shaky'));
    expect((await keys.keyOf('shaky')).secret).toHaveLength(32);
  });

  it.each([
    ['one that is cut off', { secret: { S: 'c2VjcmV0LXRoYXQtaXMtc2hvcnQ=' }, version: { N: '1' } }],
    ['one of a newer version', { secret: { S: 'c2VjcmV0LXRoYXQtaXMtc2hvcnQ=' }, version: { N: '2' } }],
    ['one without a secret', { version: { N: '1' } }],
  ])('is left alone when it cannot be read, and never shown: %s', async (name, fields) => {
    const Item = { pk: { S: `key#${name}` }, sk: { S: 'key' }, ...fields };
    await table.client.send(new PutItemCommand({ TableName: table.tableName, Item }));
    const error = await failure(createDynamoBridgeKeys({ ...table, clock }).keyOf(name));
    expect(error).toMatchObject({ code: 'unreadable' });
    expect(String(error)).not.toContain('c2VjcmV0');
  });
});
