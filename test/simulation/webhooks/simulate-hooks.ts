import { type HowToPlay, playMany } from '../play-many.ts';
import { type HookHistory, hookHistory } from './hook-history.ts';
import { playHooks } from './play-hooks.ts';

/** Plays histories of cases for webhooks, until one goes wrong or all are played. */
export const simulateHooks = (runs: number, seed: number, how: HowToPlay = {}) =>
  playMany(hookHistory, (history) => playHooks(history), { ...how, runs, seed });

/** The shrunk history in words. */
export async function tellHookHistory(failing: HookHistory): Promise<string> {
  const { wrong, story } = await playHooks(failing, true);
  return [JSON.stringify(failing), ...story, ...wrong.map((line) => `WRONG: ${line}`)].join('\n');
}
