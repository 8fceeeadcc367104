import { expect, it } from 'vitest';
import { answerPriority, changePriority } from '../../../lib/outbox/priority.ts';
import { createWake } from '../../../lib/outbox/wake-up.ts';
import { createFindings } from '../../../lib/reconcile/findings.ts';
import { chatWork, createWakeWaiting } from '../../../lib/reconcile/wake-waiting.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';

const clock = createManualClock();

async function rungFor(...places: readonly string[]): Promise<number> {
  const outbox = createMemoryOutbox();
  const ring = createWakeWaiting({
    destinations: new Map([
      [
        'soc',
        chatWork({
          todo: async (_destination, { limit }) =>
            places
              .map((at, n) => ({ key: { pk: `item#acme#cases#${n}`, sk: 'delivery#soc' }, at }))
              .slice(0, limit),
          read: async () => null,
          loadOutage: async () => null,
        }),
      ],
    ]),
    wake: createWake({ outbox, queueUrlOf: () => 'queue' }),
    clock,
    log: () => undefined,
    metrics: () => undefined,
    findings: createFindings(),
    ops: undefined,
  });
  await ring(clock.now() + 10_000);
  return outbox.accepted('queue').length;
}

it('wakes for what waits, but not for an answer that a moment ago stood on the clicked message', async () => {
  const [fresh, old] = [answerPriority(clock.now() - 10_000), answerPriority(clock.now() - 60_000)];
  const change = changePriority(clock.now());
  expect(await rungFor()).toBe(0);
  expect(await rungFor(fresh)).toBe(0);
  expect(await rungFor(old)).toBe(1);
  expect(await rungFor(fresh, change)).toBe(1);
});
