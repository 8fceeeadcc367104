import type { CoveredThreats } from '../../lib/feed/covered-threats.ts';

/** Where cases tell no threats, or nobody asks. */
export const coversNothing: CoveredThreats = {
  note: async () => undefined,
  find: async () => new Map(),
  remembered: () => undefined,
};
