import { describe, expect, it } from 'vitest';
import { createSendCanaries, PATIENCE_MS } from '../../../../lib/features/canary/send-canaries.ts';
import type { SeenCanary } from '../../../../lib/features/canary/stage-of.ts';
import { newDelivery } from '../../../../lib/outbox/delivery.ts';
import { createFindings } from '../../../../lib/reconcile/findings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';
import { aDecision, aVerdict } from '../../verdict/examples.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AWAY: SeenCanary = { delivery: null, answer: null };
const delivery = (main: object | null, parked: string | null = null) => ({
  value: { ...newDelivery({} as never, {} as never, 0), main: main as never, parked },
});
const WAITS: SeenCanary = { delivery: delivery(null), answer: null };
const POSTED: SeenCanary = { delivery: delivery({ ref: {}, hash: '', postedAtMs: 1 }), answer: null };
const recorded = aVerdict({ decision: aDecision({ state: { is: 'recorded', atMs: 5, resolved: true } }) });
const UNCHANGED: SeenCanary = { ...POSTED, answer: recorded };
const BACK: SeenCanary = {
  delivery: delivery({ ref: {}, hash: '', postedAtMs: 1, changedAtMs: 9 }),
  answer: recorded,
};
const LOST: SeenCanary = { delivery: delivery(null, 'no such block'), answer: null };

function createWorld({ decides = true } = {}) {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const findings = createFindings();
  const done: string[] = [];
  const world = { seen: AWAY, handOverFails: false };
  let ids = 0;
  const reads: string[] = [];
  const start = () =>
    createSendCanaries({
      destinations: ['ops'],
      everyMs: HOUR,
      rows: {
        ...rows,
        async read(key) {
          reads.push(key.sk);
          return rows.read(key);
        },
      },
      async handOver({ id }) {
        if (world.handOverFails) throw new Error('the queue is away');
        done.push(`hand over ${id}`);
      },
      look: async () => world.seen,
      press: decides
        ? async ({ id }) => {
            done.push(`press ${id}`);
            return { is: 'taken' };
          }
        : null,
      findings,
      newId: () => `${++ids}`,
      clock,
      log: () => undefined,
    });
  let send = start();
  return {
    world,
    done,
    reads,
    findings,
    restart() {
      send = start();
    },
    async minute(seen?: SeenCanary) {
      if (seen) world.seen = seen;
      clock.advance(MINUTE);
      await send(clock.now() + MINUTE);
    },
    wait: (ms: number) => void clock.advance(ms),
  };
}

describe('canaries that the bridge sends by itself', () => {
  it('are handed over, pressed once they are posted, and followed by another when it is time', async () => {
    const { minute, done, findings, wait } = createWorld();
    for (const seen of [AWAY, WAITS, POSTED, UNCHANGED, BACK, BACK]) await minute(seen);
    expect(done).toEqual(['hand over 1', 'press 1']);
    wait(HOUR);
    await minute();
    expect(done).toEqual(['hand over 1', 'press 1', 'hand over 2']);
    expect(findings.take().problems).toEqual([]);
  });

  it('read nothing while it is not time', async () => {
    const { minute, reads } = createWorld();
    for (const seen of [AWAY, BACK, BACK]) await minute(seen);
    const before = reads.length;
    for (let n = 0; n < 30; n++) await minute();
    expect(reads.length).toBe(before);
  });

  it('are handed over under the same id after a crash', async () => {
    const { minute, world, done, restart } = createWorld();
    world.handOverFails = true;
    await expect(minute(AWAY)).rejects.toThrow('the queue is away');
    world.handOverFails = false;
    restart();
    await minute(AWAY);
    expect(done).toEqual(['hand over 1']);
  });

  it('are waited for while a chat is down for days, and are a problem until then', async () => {
    const { minute, done, findings, wait } = createWorld();
    await minute(AWAY);
    wait(PATIENCE_MS);
    for (let n = 0; n < 50; n++) {
      wait(HOUR);
      await minute(WAITS);
      expect(findings.take().problems.map(({ sentence }) => sentence)).toEqual([
        'An end-to-end test through ops does not come back: its card was not posted.',
      ]);
    }
    await minute(BACK);
    expect(findings.take().problems).toEqual([]);
    expect(done).toEqual(['hand over 1']);
  });

  it('are followed by another after an hour when the chat can never show one', async () => {
    const { minute, done, wait } = createWorld();
    for (const seen of [AWAY, LOST, LOST]) await minute(seen);
    wait(HOUR);
    await minute();
    expect(done).toEqual(['hand over 1', 'hand over 2']);
  });

  it('have come back with the card where nobody can decide', async () => {
    const { minute, done, findings, wait } = createWorld({ decides: false });
    for (const seen of [AWAY, POSTED]) await minute(seen);
    wait(PATIENCE_MS);
    await minute();
    expect(done).toEqual(['hand over 1']);
    expect(findings.take().problems).toEqual([]);
  });
});
