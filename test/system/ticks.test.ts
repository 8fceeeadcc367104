import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { until, watchProgress } from '../support/wait-for.ts';

const MINUTE_MS = 60_000;
/** Of looks every five seconds, by the issue. Queues count in seconds. */
const [SHORTEST_MS, LONGEST_MS] = [4_000, 7_000];
/** A machine that is busy with something else has late ones. One minute without is enough. */
const MOST_MINUTES = 5;

const looks: number[] = [];
let world: BridgeWorld;
beforeAll(async () => {
  world = await startBridgeWorld(
    { slack: ['soc'] },
    { onApiCall: (name) => void (name === 'GET /cases' && looks.push(performance.now())) },
  );
});
const unwatch = watchProgress(() => looks.length);
afterAll(async () => {
  unwatch();
  await world.close();
});

it('looks every four to seven seconds, over the end of a minute, with a function that sleeps for none of it', async () => {
  const report: string[] = [];
  for (let minute = 0; minute < MOST_MINUTES; minute++) {
    const fromMs = performance.now();
    const first = looks.length;
    await until(
      'there are the looks of a minute',
      () => (looks.at(-1) ?? 0) > fromMs + MINUTE_MS + LONGEST_MS,
    );
    const gaps = looks
      .slice(first)
      .map((atMs, index, all) => atMs - (all[index - 1] ?? atMs))
      .slice(1);
    const fitting = gaps.filter((gapMs) => gapMs >= SHORTEST_MS && gapMs <= LONGEST_MS);
    report.push(gaps.map((gapMs) => (gapMs / 1000).toFixed(1)).join(' '));
    if (gaps.length >= 11 && fitting.length >= gaps.length * 0.9) {
      console.log(`gaps in seconds: ${report.at(-1)}`);
      const poll = world.cloud.functions.find(({ settings }) => settings.name.includes('PollFunction'));
      expect(poll?.counts.errors).toBe(0);
      return;
    }
  }
  expect.fail(`gaps in seconds, minute by minute:\n${report.join('\n')}`);
});
