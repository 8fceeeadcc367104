import { type HowToPlay, playMany } from '../play-many.ts';
import {
  type History,
  history,
  historyOfBoth,
  historyOfLives,
  historyOfRolling,
  historyOfSmall,
  historyOfSystems,
} from './history.ts';
import { playHistory } from './play-history.ts';

export interface Options extends HowToPlay {
  /** Cases in Slack alone, in Slack and in Teams, in Slack and in a chat that the bridge has no list of, while versions change, while cases change in the platform, or while a system decides too. */
  readonly chats?: 'slack' | 'both' | 'small' | 'rolling' | 'lives' | 'systems';
}

const HISTORIES = {
  slack: history,
  both: historyOfBoth,
  small: historyOfSmall,
  rolling: historyOfRolling,
  lives: historyOfLives,
  systems: historyOfSystems,
};

/** Plays histories until one goes wrong or all are played. */
export const simulateVerdicts = (runs: number, seed: number, { chats = 'slack', ...how }: Options = {}) =>
  playMany(HISTORIES[chats], (one) => playHistory(one), { ...how, runs, seed });

/** A history in words. */
export async function tellHistory(failing: History): Promise<string> {
  const { wrong, story } = await playHistory(failing, true);
  return [JSON.stringify(failing), ...story, ...wrong.map((line) => `WRONG: ${line}`)].join('\n');
}
