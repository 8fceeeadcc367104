import { expect, it } from 'vitest';
import { playHistory } from './play-history.ts';
import { VERDICT_REGRESSIONS } from './verdict-regressions.ts';
import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

it.each(VERDICT_REGRESSIONS)('does right what once went wrong: %s', async (_, history) => {
  const { wrong, story } = await playHistory(history, true);
  expect(wrong, story.join('\n')).toEqual([]);
});

itShowsAndRecordsEverythingOnce(15_000, 1);
