import { expect, it } from 'vitest';
import { UnreadableError } from '../../../lib/base/read-versioned.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import type { ItemMessages } from '../../../lib/feed/enqueue-parts.ts';
import { NO_FACTS } from '../../../lib/feed/fact-finder.ts';
import { retryUnfinished } from '../../../lib/feed/retry-unfinished.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { createWithholding } from '../../../lib/feed/withholding.ts';
import { caseRecord } from '../../support/case-records.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryFeedLedger } from '../../support/memory/memory-feed-ledger.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { coversNothing } from '../../support/tells-nothing.ts';

const feed = { domain: 'acme', feed: 'cases' } as const;
const DAY_MS = 86_400_000;

function setUp() {
  const clock = createManualClock();
  const [ledger, outbox] = [createMemoryFeedLedger(), createMemoryOutbox()];
  const cases = createCaseLedger(createMemoryVersionedRows());
  let known = ['soc'];
  const messages = {
    forKept: ({ id }, destination) =>
      known.includes(destination)
        ? { destination, queueUrl: 'queue', message: { deliveryId: id, group: destination, body: '{}' } }
        : null,
  } as Pick<ItemMessages, 'forKept'> as ItemMessages;
  const parts = {
    feed,
    ledger,
    outbox,
    messages,
    memory: createSeenMemory(),
    facts: NO_FACTS,
    covered: coversNothing,
    cases,
    withholding: createWithholding([]),
    stepsOf: () => [],
    clock,
    hold: async () => undefined,
  };
  const retry = () => retryUnfinished(parts, null, () => false);
  const missing = async () => (await ledger.unfinished(feed, 10)).map((record) => record.missing);
  const configure = (...destinations: string[]) => {
    known = destinations;
  };
  return { clock, ledger, cases, parts, outbox, retry, missing, configure };
}

it('keeps an item for a destination that this configuration does not have yet, and does not count it as late', async () => {
  const { clock, ledger, outbox, retry, missing, configure } = setUp();
  const record = { id: 'c1', createdAtMs: clock.now(), missing: ['soc', 'new'], item: {} };
  await ledger.record(feed, [record]);
  expect(await retry()).toMatchObject({ oldestMs: null });
  expect(await missing()).toEqual([['new']]);
  configure('soc', 'new');
  await retry();
  expect(await missing()).toEqual([]);
  expect(outbox.accepted('queue').map(({ group }) => group)).toEqual(['soc', 'new']);
});

it('gives it up after two weeks', async () => {
  const { clock, ledger, retry, missing } = setUp();
  await ledger.record(feed, [{ id: 'c1', createdAtMs: clock.now(), missing: ['gone'], item: {} }]);
  clock.advance(15 * DAY_MS);
  await retry();
  expect(await missing()).toEqual([]);
});

it('records where a case was handed at last, and what was given up', async () => {
  const { clock, ledger, cases, retry } = setUp();
  const places = { lead: 'handed', soc: 'unsent', gone: 'unsent' } as const;
  await cases.save(caseRecord({ places }));
  const record = { id: 'c1', createdAtMs: clock.now(), missing: ['soc', 'gone'], item: {} };
  await ledger.record(feed, [record]);
  await retry();
  const placesNow = async () => (await cases.load('acme', 'c1'))?.places;
  expect(await placesNow()).toEqual({ lead: 'handed', soc: 'handed', gone: 'unsent' });
  clock.advance(15 * DAY_MS);
  await retry();
  expect(await placesNow()).toEqual({ lead: 'handed', soc: 'handed' });
});

it('goes on retrying a case whose record only a newer version understands, until that version notes it', async () => {
  const { clock, ledger, cases, parts, missing } = setUp();
  await cases.save(caseRecord({ places: { soc: 'unsent' } }));
  const record = { id: 'c1', createdAtMs: clock.now(), missing: ['soc'], item: {} };
  await ledger.record(feed, [record]);
  const older = { ...cases, change: () => Promise.reject(new UnreadableError('of a newer version')) };
  const retried = await retryUnfinished({ ...parts, cases: older }, null, () => false);
  expect(retried).toMatchObject({ oldestMs: record.createdAtMs });
  expect(await missing()).toEqual([['soc']]);
  await retryUnfinished(parts, null, () => false);
  expect(await missing()).toEqual([]);
  expect((await cases.load('acme', 'c1'))?.places).toEqual({ soc: 'handed' });
});
