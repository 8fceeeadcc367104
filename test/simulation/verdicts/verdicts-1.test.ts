import { expect, it } from 'vitest';
import { IS_FULL } from '../../support/extent.ts';
import { playHistory } from './play-history.ts';
import { VERDICT_REGRESSIONS } from './verdict-regressions.ts';
import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

it.each(VERDICT_REGRESSIONS)('does right what once went wrong: %s', async (_, history) => {
  const { wrong, story } = await playHistory(history, true);
  expect(wrong, story.join('\n')).toEqual([]);
});

// Several seeds, because one test has half an hour, also on a machine that does other things.
if (IS_FULL) for (const seed of [1, 11, 12]) itShowsAndRecordsEverythingOnce(5_000, seed);
else itShowsAndRecordsEverythingOnce(15_000, 1);
