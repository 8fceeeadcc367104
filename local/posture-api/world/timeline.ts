import { type Dice, fraction } from './random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const isoAt = (epochMs: number): string => new Date(Math.floor(epochMs)).toISOString();

/** A moment between `min` and `max` days before `startMs`, at an irregular time of day. */
export const daysBefore = (startMs: number, min: number, max: number, dice: Dice): string =>
  isoAt(startMs - (min + fraction(dice.roll()) * (max - min)) * DAY_MS);

/**
 * Spreads `count` slots over the days before `endMs`, more of them around midday than at night. `at` also takes fractions
 * of a slot and never falls as its argument rises, so that a listing by time is arithmetic instead of a sort.
 */
export const createTimeline = (options: { endMs: number; days: number; count: number }) => {
  const { endMs, days, count } = options;
  const startMs = endMs - days * DAY_MS;
  const stepMs = (days * DAY_MS) / Math.max(1, count);
  const swingMs = (0.7 * DAY_MS) / (2 * Math.PI);
  const busiestMs = 13 * HOUR_MS;
  return {
    at: (slot: number): number => {
      const evenMs = startMs + slot * stepMs;
      const wave = Math.sin((2 * Math.PI * ((evenMs - busiestMs) % DAY_MS)) / DAY_MS);
      return Math.floor(evenMs - swingMs - swingMs * wave);
    },
  };
};
