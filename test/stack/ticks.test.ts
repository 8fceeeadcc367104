import { expect, it } from 'vitest';
import { drawUp, least, written } from './synthesized.ts';

const domain = (name: string) => ({
  baseUrl: 'https://posture.example.com/api/v1/external',
  apiKey: `/posture-bridge/${name}/api-key`,
});
const domains = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`d${index}`, domain(`d${index}`)]));

/** The one event source of a bridge that has nothing but a queue of the user's own. */
async function ticksOf(changes: Parameters<typeof least>[0]) {
  const stack = await drawUp(least(changes));
  await stack.remove();
  const sources = stack
    .all('AWS::Lambda::EventSourceMapping')
    .map(([, { Properties }]) => Properties)
    .filter(({ EventSourceArn }) => !written(EventSourceArn).includes('BridgeTo'));
  return { sources, text: stack.text };
}

it('has no ticks where polls are a minute apart or more', async () => {
  const { sources, text } = await ticksOf({ poll: { every: '1m' } });
  expect(sources).toEqual([]);
  expect(text).not.toMatch(/tick/i);
});

it.each([
  [1, 10],
  [20, 10],
  // Each tick is for ten of them.
  [60, 1],
])(
  'looks at %i domains with batches of %i, and asks less often while there are none',
  async (count, batch) => {
    const { sources } = await ticksOf({ poll: { every: '30s' }, domains: domains(count) });
    expect(sources).toHaveLength(1);
    expect(sources[0]).toMatchObject({ BatchSize: batch });
    // With a limit, Lambda keeps five long polls open on an empty queue instead of two.
    expect(sources[0]).not.toHaveProperty('ScalingConfig');
    expect(written(sources[0]?.EventSourceArn)).toContain('BridgePollerTicksQueue');
  },
);
