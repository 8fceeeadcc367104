import { expect, it } from 'vitest';
import { PLANTED } from './planted.ts';
import { simulateWorld } from './simulate.ts';

const MOST = 200;

it.each(Object.entries(PLANTED))('notices when %s', async (_, { in: parts, seed = 1, ...plant }) => {
  const { failing, totals } = await simulateWorld(MOST, seed, { exactly: parts, plant, shrink: false });
  expect(failing, `${totals.runs} histories`).toBeDefined();
});
