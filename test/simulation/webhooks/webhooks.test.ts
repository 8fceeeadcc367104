import { describe, expect, it } from 'vitest';
import { IS_FULL, shareOf } from '../../support/extent.ts';
import type { HookHistory } from './hook-history.ts';
import { playHooks } from './play-hooks.ts';
import { simulateHooks, tellHookHistory } from './simulate-hooks.ts';

const runs = shareOf(3_000, 200);
/** Of the calls of a story, so many are skipped between two at which a function dies. */
const STEP = IS_FULL ? 1 : 20;

it(`loses no event for a webhook in ${runs.toLocaleString('en')} histories`, async () => {
  const { totals, details, failing } = await simulateHooks(runs, 1);
  if (failing) {
    const again = `npm run simulate:parts -- --part webhooks --seed ${details.seed} --path ${details.counterexamplePath}`;
    expect.fail(`${again}\n${await tellHookHistory(failing)}`);
  }
  console.log(`simulated: ${JSON.stringify(totals)}`);
  expect(totals.runs).toBe(runs);
  expect(totals.counts.crashes).toBeGreaterThan(runs / 3);
  expect(totals.counts.closed).toBeGreaterThan(runs / 5);
  expect(totals.counts.taken).toBeGreaterThan(runs * 10);
});

const MINUTE = 60_000;
const calm: HookHistory = {
  ...{ seed: 1, endpoints: 1, items: [], outages: [], crashes: [] },
  ...{ tableFaults: 0, queueFaults: 0, lostAnswers: 0, listLagMs: 0 },
};
const item = { atMs: 0, changes: 1, claims: 1, decided: true, gapMs: 2_000, poison: 0, lateMs: 0 } as const;

const STORIES: readonly (readonly [string, HookHistory])[] = [
  ['that is well', { ...calm, items: [item, { ...item, atMs: 3_000 }] }],
  [
    'that is down for ten minutes',
    { ...calm, items: [item], outages: [{ atMs: 0, forMs: 10 * MINUTE, which: 0, how: '503' }] },
  ],
  [
    'that is gone, and back',
    { ...calm, items: [item], outages: [{ atMs: 1_000, forMs: MINUTE, which: 0, how: '410' }] },
  ],
  ['that refuses one case', { ...calm, items: [{ ...item, poison: 400 }, item] }],
];

describe.each(STORIES)('an endpoint %s', (_, history) => {
  it('is told everything when a function dies at any call', async () => {
    const { counts, wrong, story } = await playHooks(history, true);
    expect(wrong, story.join('\n')).toEqual([]);
    for (let atCall = 0; atCall < Math.min(counts.calls ?? 0, 250); atCall += STEP)
      for (const when of ['before', 'after'] as const) {
        const { wrong, story } = await playHooks({ ...history, crashes: [{ atCall, when }] }, true);
        expect(wrong, story.join('\n')).toEqual([]);
      }
  });
});
