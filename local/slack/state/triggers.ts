import type { Ids } from './ids.ts';

export const TRIGGER_LIFE_MS = 3_000;

export type Trigger = { readonly userId: string; readonly mintedAt: number; used: boolean };

/** Each interaction gives the right to open one view, for three seconds. */
export const createTriggers = (now: () => number, ids: Ids) => {
  const minted = new Map<string, Trigger>();
  return {
    mint: (userId: string): string => {
      const triggerId = `${Math.floor(now())}.${minted.size + 1}.${ids.secret(16)}`;
      minted.set(triggerId, { userId, mintedAt: now(), used: false });
      return triggerId;
    },
    check: (
      triggerId: unknown,
    ): Trigger | 'invalid_trigger_id' | 'exchanged_trigger_id' | 'expired_trigger_id' => {
      const trigger = minted.get(String(triggerId));
      if (trigger === undefined) return 'invalid_trigger_id';
      if (trigger.used) return 'exchanged_trigger_id';
      return now() - trigger.mintedAt > TRIGGER_LIFE_MS ? 'expired_trigger_id' : trigger;
    },
  };
};
