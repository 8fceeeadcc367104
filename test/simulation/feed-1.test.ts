import { expect, it } from 'vitest';
import { REGRESSIONS } from './regressions.ts';
import { runScenario } from './run-scenario.ts';
import { itLosesNothing } from './simulation-test.ts';

it.each(REGRESSIONS)('does right what once went wrong: %s', async (_, scenario) => {
  const { wrong, story } = await runScenario(scenario, true);
  expect(wrong, story.join('\n')).toEqual([]);
});

itLosesNothing(10_000, 1);
