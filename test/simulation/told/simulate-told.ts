import { type HowToPlay, playMany } from '../play-many.ts';
import { playTold } from './play-told.ts';
import { type ToldHistory, toldHistory } from './told-history.ts';

/** Plays histories of cases that tell threats, until one goes wrong or all are played. */
export const simulateTold = (runs: number, seed: number, how: HowToPlay = {}) =>
  playMany(toldHistory, (history) => playTold(history), { ...how, runs, seed });

/** The shrunk history in words. */
export async function tellToldHistory(failing: ToldHistory): Promise<string> {
  const { wrong, story } = await playTold(failing, true);
  return [JSON.stringify(failing), ...story, ...wrong.map((line) => `WRONG: ${line}`)].join('\n');
}
