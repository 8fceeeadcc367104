import { describe, expect, it } from 'vitest';
import { createDoors } from '../../../lib/delivery/doors.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

const TROUBLE = { kind: 'place', reason: 'not_in_channel' } as const;

function setUp() {
  const clock = createManualClock(Date.parse('2026-11-17T09:00:00Z'));
  const ledger = createDeliveryLedger(createMemoryVersionedRows());
  const told: string[] = [];
  let takes = true;
  const doorOf = createDoors({
    ledger,
    clock,
    log: () => undefined,
    tellOps: async (destination, { sinceMs }, now) => {
      told.push(`${destination} ${now} ${sinceMs - Date.parse('2026-11-17T09:00:00Z')}`);
      return takes;
    },
  });
  return {
    ...{ clock, doorOf, told },
    refuse: (refuses: boolean) => {
      takes = !refuses;
    },
  };
}

describe('a destination that takes nothing', () => {
  it('is told once, also when two functions find out at the same moment', async () => {
    const { doorOf, told, clock } = setUp();
    const [one, other] = await Promise.all([doorOf('soc'), doorOf('soc')]);
    await one.close(TROUBLE, 0);
    await clock.advance(300);
    expect(await other.close(TROUBLE, 0)).toBeGreaterThan(0);
    expect(told).toEqual(['soc closed 0']);
    expect((await doorOf('soc')).closed).toMatchObject({ kind: 'place', told: true });
  });

  it('is told later under the same name, where the operators could not be told', async () => {
    const { doorOf, told, clock, refuse } = setUp();
    refuse(true);
    await (await doorOf('soc')).close(TROUBLE, 0);
    expect((await doorOf('soc')).closed?.told).toBe(false);
    refuse(false);
    await clock.advance(600_000);
    await (await doorOf('soc')).close(TROUBLE, 0);
    await (await doorOf('soc')).open();
    expect(told).toEqual(['soc closed 0', 'soc closed 0', 'soc open 0']);
  });
});
