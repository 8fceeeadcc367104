import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IS_FULL } from '../support/extent.ts';
import { anyConfig } from './random/any-config.ts';
import { limitProblems } from './random/limit-problems.ts';
import { tryConfig } from './random/try-config.ts';
import { drawUp, least } from './synthesized.ts';

const RUNS = IS_FULL ? 25 : 3;

it.each(fc.sample(anyConfig, { numRuns: RUNS, seed: 7 }).map((config, index) => [index, config] as const))(
  'deploys configuration %i, which nobody chose, within the limits of AWS',
  async (_, config) => {
    expect(await tryConfig(config)).toEqual([]);
  },
);

it('says what is over a limit', async () => {
  const stack = await drawUp(least());
  const outputs = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`O${n}`, { Value: 'x' }]));
  const problems = await limitProblems({ ...stack, template: { ...stack.template, Outputs: outputs } });
  expect(problems).toEqual(['outputs: 201, and AWS takes 200']);
  await stack.remove();
});
