import type { ToldThreats } from '../../lib/feed/told-threats.ts';

/** Where cases tell no threats, or nobody asks. */
export const tellsNothing: ToldThreats = {
  note: async () => undefined,
  find: async () => new Map(),
  remembered: () => undefined,
};
