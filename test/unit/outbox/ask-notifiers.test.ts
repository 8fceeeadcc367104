import { describe, expect, it } from 'vitest';
import type { PartChange } from '../../../lib/base/parted-rows.ts';
import { createAsk } from '../../../lib/outbox/ask-notifiers.ts';
import { newDelivery } from '../../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

const KEY = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;

async function setUp() {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const writes: PartChange[] = [];
  let meanwhile = async (): Promise<void> => undefined;
  const ledger = createDeliveryLedger({
    ...rows,
    parted: {
      ...rows.parted,
      async change(key, change) {
        writes.push(change);
        const changed = await rows.parted.change(key, change);
        if (changed.is === 'written') return changed;
        await meanwhile();
        return { is: 'refused', parts: await rows.parted.read(key) };
      },
    },
  });
  const outbox = createMemoryOutbox();
  const ask = createAsk({ ledger, outbox, queueUrlOf: () => 'queue', severeFrom: 'high', clock });
  const item = { case_id: 'c1', created_at: '2026-11-15T09:00:00Z', events: [] };
  const delivery = newDelivery(KEY, { kind: 'case', item, trimmed: [] }, clock.now());
  await ledger.keep(delivery, { priority: { at: '30#5' } }, clock.now());
  const placed = async () => {
    const saved = await ledger.load(KEY);
    if (!saved) throw new Error('it is not there');
    return saved;
  };
  const before = await placed();
  writes.length = 0;
  return {
    ...{ ask, ledger, outbox, clock, writes, placed, before },
    whileRefused: (how: typeof meanwhile) => {
      meanwhile = how;
    },
  };
}

describe('a place that is asked to look', () => {
  it('goes on its list no later than there, and is rung for', async () => {
    const { ask, before, placed, outbox } = await setUp();
    await ask.look(before, { at: '17#1', sooner: true });
    expect(await placed()).toMatchObject({ todo: '17#1', value: { asked: 2 } });
    expect(outbox.accepted('queue')).toHaveLength(1);
  });

  it('is asked with one write where it stands early enough', async () => {
    const { ask, before, placed, writes } = await setUp();
    await ask.look(before, { at: '40#1', sooner: true });
    expect(await placed()).toMatchObject({ todo: '30#5', value: { asked: 2 } });
    expect(writes).toHaveLength(1);
  });

  it('is asked all the same where it stood earlier, and left its list at that moment', async () => {
    const { ledger, clock, placed, whileRefused } = await setUp();
    whileRefused(async () => {
      const { value, version } = await placed();
      await ledger.save({ ...value, settled: true }, version, null, clock.now());
    });
    expect(await ledger.ask(KEY, { at: '40#1', sooner: true }, clock.now())).toBe(2);
    expect(await placed()).toMatchObject({ todo: '40#1' });
  });
});
