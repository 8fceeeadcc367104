import { expect, it } from 'vitest';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createHandOverCases } from '../../../lib/feed/hand-over-cases.ts';
import { createWithholding } from '../../../lib/feed/withholding.ts';
import { caseRecord } from '../../support/case-records.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { messagesTo } from './feed-harness.ts';

const item = {
  id: 'c1',
  createdAtMs: 1,
  revision: '2',
  item: { case_id: 'c1', created_at: '2026-11-17T09:00:00Z' },
};

async function handOver(more: { readonly forgotten?: boolean }) {
  const cases = createCaseLedger(createMemoryVersionedRows());
  const record = caseRecord({ domain: 'acme', caseId: 'c1', places: {}, ...more });
  await cases.save({ ...record, version: 0 });
  const outbox = createMemoryOutbox();
  const [kept] = (await cases.loadAll('acme', ['c1'])).values();
  if (!kept || kept === 'unreadable') throw new Error('it is not recorded');
  await createHandOverCases({
    ...{
      domain: 'acme',
      messages: messagesTo(['soc']),
      withholding: createWithholding([]),
      stepsOf: () => [],
      outbox,
      cases,
    },
    ...{ covered: { note: async () => undefined }, isAfterCrash: false, clock: createManualClock() },
  })([{ item, record: kept, isAsked: true }]);
  return outbox.accepted('soc').length;
}

it('hands over once more what an operator asks for', async () => {
  expect(await handOver({})).toBe(1);
});

it('brings back nobody who was forgotten, whoever asks', async () => {
  expect(await handOver({ forgotten: true })).toBe(0);
});

it('repeats what a function handed over before it died, under the same id, and calls it no change', async () => {
  const rows = createCaseLedger(createMemoryVersionedRows());
  const outbox = createMemoryOutbox();
  const messages = messagesTo(['soc']);
  await createHandOverCases({
    ...{ domain: 'acme', withholding: createWithholding([]), outbox, messages },
    stepsOf: () => [],
    cases: { save: rows.save, deliveredTo: async () => ['soc'] },
    ...{ covered: { note: async () => undefined }, isAfterCrash: true, clock: createManualClock() },
  })([{ item, record: null }]);
  const [first] = messages.forPlaces(item, ['soc']);
  expect(outbox.accepted('soc').map(({ deliveryId }) => deliveryId)).toEqual([first?.message.deliveryId]);
});
