import { expect, it } from 'vitest';
import { playHistory } from '../play.ts';
import { HOSTILE_LISTS } from './hostile-lists.ts';

it.each(Object.entries(HOSTILE_LISTS))('does right what once went wrong: %s', async (_, history) => {
  const { wrong, story, counts } = await playHistory(history, true);
  expect(wrong, story.join('\n')).toEqual([]);
  // Nothing is wrong with a list that nobody has asked for.
  expect(counts['histories of pollers alone']).toBe(1);
});
