import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedAws } from '../../lib/base/aws/signed-aws.ts';
import { createQuarantine } from '../../lib/dynamo/dynamo-quarantine.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createSignedQuarantine } from '../../lib/dynamo/signed-quarantine.ts';
import { type LocalTable, startDynalite } from '../support/aws/start-dynalite.ts';
import { createManualClock } from '../support/manual-clock.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

const MINUTE = 60_000;

async function setUp(tableName = table.tableName) {
  const clock = createManualClock();
  const { protocol, hostname, port } = (await table.client.config.endpoint?.()) ?? {};
  const callAws = createSignedAws({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'ASIALOCAL', secretAccessKey: 'secret', sessionToken: 'token' },
    endpoint: `${protocol}//${hostname}:${port}`,
    clock,
    random: () => 0.5,
    timeoutMs: 5_000,
  });
  const rows = createDynamoVersionedRows({ ...table, clock, random: Math.random });
  return {
    clock,
    quarantine: createQuarantine({ rows, clock }),
    keep: createSignedQuarantine(callAws, tableName, clock),
  };
}

const click = (id: string, body = '{"kind":"decide"}') => ({
  ...{ id, queue: 'verdict', group: null, body, reason: 'not dealt with' },
});

it('what the action function quarantines is found by the reconciler after a minute, as it was', async () => {
  const { clock, keep, quarantine } = await setUp();
  const message = click('acme one', `{"by":"Zoë \u2028 ' ? \\"}`);
  await keep(message);
  const sinceMs = clock.now();
  clock.advance(MINUTE - 1);
  expect(await quarantine.due('verdict', 10)).toEqual([]);
  clock.advance(1);
  const [found] = await quarantine.due('verdict', 10);
  expect(found).toEqual({ ...message, sinceMs, attempts: 0 });
  expect(found && (await quarantine.postpone(found))).toBe(true);
  await quarantine.end(message);
});

it('a click that comes again is quarantined once, and not again after it was dealt with', async () => {
  const { clock, keep, quarantine } = await setUp();
  await keep(click('acme two', 'the first'));
  await keep(click('acme two', 'the second'));
  clock.advance(MINUTE);
  expect(await quarantine.due('verdict', 10)).toMatchObject([{ body: 'the first' }]);
  await quarantine.end(click('acme two', 'the second'));
  expect(await quarantine.due('verdict', 10)).toHaveLength(1);
  await quarantine.end(click('acme two', 'the first'));
  await keep(click('acme two'));
  clock.advance(60 * MINUTE);
  expect(await quarantine.due('verdict', 10)).toEqual([]);
});

it('says so when the table does not take it', async () => {
  const { keep } = await setUp('missing');
  await expect(keep(click('acme three'))).rejects.toMatchObject({ name: 'AwsError' });
});
