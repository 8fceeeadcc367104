import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../support/extent.ts';
import { PLANTED } from './planted.ts';
import { simulateWorld } from './simulate.ts';

const MOST = 200;
/** Of all of them every so-manieth, where there is no time for more. */
const EVERY = 8;
const played = Object.entries(PLANTED).filter((_, index) => IS_FULL || index % EVERY === 0);

describe('what is wrong with the bridge', () => {
  it.each(played)(
    'is noticed when %s',
    async (_, { in: exactly, seed = 1, rule, with: change, ...plant }) => {
      const options = { exactly, plant, change, rule, shrink: false };
      const { failing, totals } = await simulateWorld(MOST, seed, options);
      expect(failing, `${totals.runs} histories`).toBeDefined();
    },
  );
});
