import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedAws } from '../../lib/base/aws/signed-aws.ts';
import { deliveryIdOf } from '../../lib/case/delivery-id.ts';
import { createDynamoAnswerLedger } from '../../lib/dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { ended, newEvent } from '../../lib/endpoints/endpoint-event.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import { createSignedSubmissions } from '../../lib/features/systems/signed-submissions.ts';
import type { Submission, SubmissionLedger } from '../../lib/features/systems/submission.ts';
import { createSystemCases } from '../../lib/features/systems/system-cases.ts';
import { type LocalTable, startDynalite } from '../support/aws/start-dynalite.ts';
import { caseRecord } from '../support/case-records.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemorySubmissions } from '../support/memory/memory-submissions.ts';
import { verdictOf } from '../unit/features/systems/verdicts.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

const clock = createManualClock(Date.now());
const DAY_MS = 86_400_000;

async function callTable() {
  const { protocol, hostname, port } = (await table.client.config.endpoint?.()) ?? {};
  return createSignedAws({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'ASIALOCAL', secretAccessKey: 'secret', sessionToken: 'token' },
    endpoint: `${protocol}//${hostname}:${port}`,
    clock,
    random: () => 0.5,
    timeoutMs: 5_000,
  });
}

const submission = (over: Partial<Submission> = {}): Submission => ({
  ...{ destination: 'soar', key: 'k1', domain: 'acme', caseId: 'c1', outcome: 'SAFE' },
  ...{ decisionId: 'hook-1', hash: 'h1', atMs: clock.now() },
  ...over,
});

const LEDGERS: Readonly<Record<string, () => Promise<SubmissionLedger>>> = {
  memory: async () => createMemorySubmissions(),
  'DynamoDB, without its SDK': async () =>
    createSignedSubmissions({
      callAws: await callTable(),
      tableName: table.tableName,
      keptMs: DAY_MS,
      clock,
    }),
};

describe.each(Object.entries(LEDGERS))('what systems sent, in %s', (name, open) => {
  it('is there as it was sent first, whatever is added under the same key', async () => {
    const ledger = await open();
    const first = submission({ key: `a ${name}` });
    expect(await ledger.find('soar', first.key)).toBeNull();
    expect(await ledger.add(first)).toBe(true);
    expect(await ledger.add({ ...first, hash: 'h2', caseId: 'c2' })).toBe(false);
    expect(await ledger.find('soar', first.key)).toEqual(first);
  });

  it('is apart for every system and key, however odd they are', async () => {
    const ledger = await open();
    const odd = ['b', 'b#c', `${name}:`, 'x'.repeat(100)].flatMap((key) =>
      ['soar', 'so'].map((destination) => submission({ key: `${name}-${key}`, destination, hash: key })),
    );
    for (const one of odd) expect(await ledger.add(one)).toBe(true);
    for (const one of odd) expect(await ledger.find(one.destination, one.key)).toEqual(one);
  });

  it('is added once by those who try at once', async () => {
    const ledger = await open();
    const tries = Array.from({ length: 8 }, (_, n) => submission({ key: `race ${name}`, hash: `h${n}` }));
    const added = await Promise.all(tries.map((one) => ledger.add(one)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect((await ledger.find('soar', `race ${name}`))?.hash).toBe(tries[added.indexOf(true)]?.hash);
  });
});

it('what a system sent is not found any more once it has expired, though the row is there', async () => {
  const callAws = await callTable();
  const ledger = createSignedSubmissions({ callAws, tableName: table.tableName, keptMs: 1_000, clock });
  await ledger.add(submission({ key: 'old', atMs: clock.now() - 5_000 }));
  expect(await ledger.find('soar', 'old')).toBeNull();
});

it('what a system was sent, and what was decided, is read as the other functions wrote it', async () => {
  const callAws = await callTable();
  const cases = createSystemCases(callAws, table.tableName);
  const rows = createDynamoVersionedRows({ ...table, clock, random: Math.random });
  const hooks = createEventLedger(rows);
  const key = { domain: 'acme', feed: 'cases', id: 'c9', destination: 'soar' } as const;
  expect(await cases.sentTo('acme', 'c9', 'soar')).toBeNull();
  const content = { kind: 'data', data: {} } as const;
  const event = newEvent({
    ...{ key, deliveryId: deliveryIdOf(key), type: 'case.created', atMs: 1, content },
    ...{ createdAtMs: 5, routes: ['all'] },
  });
  await hooks.save(event, 0, 'now', clock.now());
  expect(await cases.sentTo('acme', 'c9', 'soar')).toMatchObject({ createdAtMs: 5, routes: ['all'] });
  await hooks.save(ended(event, 'taken'), 1, null, clock.now());
  expect(await cases.sentTo('acme', 'c9', 'soar')).toMatchObject({ createdAtMs: 5, routes: ['all'] });
  expect(await cases.sentTo('acme', 'c9', 'siem')).toBeNull();

  expect(await cases.answerOf('acme', 'c9')).toBeNull();
  const verdict = verdictOf('d1', { caseId: 'c9', version: 1 });
  await createDynamoAnswerLedger({ ...table, clock, random: Math.random }).save(verdict);
  expect(await cases.answerOf('acme', 'c9')).toEqual(verdict);

  expect(await cases.recordOf('acme', 'c9')).toBeNull();
  const record = caseRecord({ caseId: 'c9', createdAtMs: 5, updatedAtMs: 6, closedAtMs: 7 });
  await createCaseLedger(rows).save(record);
  expect(await cases.recordOf('acme', 'c9')).toEqual({ ...record, version: 1 });
});
