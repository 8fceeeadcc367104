import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recorded } from '../support/bridge/platform-view.ts';
import { type FloodReport, type FloodWorld, flood, startFloodWorld } from '../support/flood/flood.ts';

/** As long as Slack waits. */
const PATIENCE_MS = 3_000;
const FLOOD = { perSecond: 500, seconds: 12 } as const;

let world: FloodWorld;
beforeAll(async () => {
  world = await startFloodWorld();
});
afterAll(() => world?.close());

function expectEveryClick({ clicks, strangers }: FloodReport): void {
  console.log({ ...strangers, clicks: clicks.length, slowestMs: Math.max(...clicks.map(({ ms }) => ms)) });
  expect(clicks.length).toBeGreaterThan(10);
  expect(clicks.filter(({ status, ms }) => status !== 200 || ms >= PATIENCE_MS)).toEqual([]);
}

describe('500 unsigned requests a second', () => {
  it('to addresses that are none reach no function, and every click is answered in time', async () => {
    const report = await flood(world, { ...FLOOD, to: 'unknown paths' });
    expectEveryClick(report);
    const { 'unknown path 403': refused = 0, 'unknown path 429': throttled = 0 } = report.strangers.counts;
    expect(refused + throttled).toBe(6_000);
    expect(report.invocations).toBe(report.clicks.length);
  });

  it('to the address of Slack itself are refused, and every click is answered in time', async () => {
    const report = await flood(world, { ...FLOOD, to: 'true path' });
    expectEveryClick(report);
    const {
      'true path 401': refused = 0,
      'true path 429': throttled = 0,
      ...others
    } = report.strangers.counts;
    expect(others).toEqual({});
    expect(refused + throttled).toBe(6_000);
    // No line for each of them.
    expect(report.lines).toBeLessThan(1_000);
  });

  it('leave what was decided as it was', async () => {
    expect(await recorded(world, world.posted)).toHaveLength(1);
    expect(world.cloud.denied).toEqual([]);
  });
});
