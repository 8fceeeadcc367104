import { describe, expect, it } from 'vitest';
import { chatBreakerPauses } from '../../../lib/outbox/chat-breaker-pauses.ts';
import { createCircuitBreakers } from '../../../lib/outbox/circuit-breaker.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

const TROUBLE = { kind: 'place', reason: 'not_in_channel' } as const;

function setUp() {
  const clock = createManualClock(Date.parse('2026-11-17T09:00:00Z'));
  const ledger = createDeliveryLedger(createMemoryVersionedRows());
  const told: string[] = [];
  let takes = true;
  const breakerOf = createCircuitBreakers({
    ledger,
    rhythm: chatBreakerPauses,
    clock,
    log: () => undefined,
    tellOps: async (destination, { sinceMs }, now) => {
      told.push(`${destination} ${now} ${sinceMs - Date.parse('2026-11-17T09:00:00Z')}`);
      return takes;
    },
  });
  return {
    ...{ clock, breakerOf, told },
    refuse: (refuses: boolean) => {
      takes = !refuses;
    },
  };
}

describe('a destination that takes nothing', () => {
  it('is told once, also when two functions find out at the same moment', async () => {
    const { breakerOf, told, clock } = setUp();
    const [one, other] = await Promise.all([breakerOf('soc'), breakerOf('soc')]);
    await one.trip(TROUBLE, 0);
    await clock.advance(300);
    expect(await other.trip(TROUBLE, 0)).toBeGreaterThan(0);
    expect(told).toEqual(['soc down 0']);
    expect((await breakerOf('soc')).outage).toMatchObject({ kind: 'place', told: true });
  });

  it('is told later under the same name, where the operators could not be told', async () => {
    const { breakerOf, told, clock, refuse } = setUp();
    refuse(true);
    await (await breakerOf('soc')).trip(TROUBLE, 0);
    expect((await breakerOf('soc')).outage?.told).toBe(false);
    refuse(false);
    await clock.advance(600_000);
    await (await breakerOf('soc')).trip(TROUBLE, 0);
    await (await breakerOf('soc')).reset();
    expect(told).toEqual(['soc down 0', 'soc down 0', 'soc up 0']);
  });
});
