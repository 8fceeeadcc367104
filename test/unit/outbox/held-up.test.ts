import { describe, expect, it } from 'vitest';
import { caseEnvelope, createDeliveryWorld, meta } from './delivery-world.ts';

/** A post whose answer was lost, in a chat that lets the bridge read hardly ever. */
async function lost() {
  const world = createDeliveryWorld();
  world.trouble((call) => (call === 'post' ? 'lost answer' : null));
  await world.deliver(caseEnvelope('c1'), meta());
  world.clock.advance(15_000);
  let looks = 0;
  world.trouble((call) => {
    if (call === 'find') looks++;
    return call === 'find' ? { is: 'busy', retryAfterMs: 60_000 } : null;
  });
  const minute = async () => {
    await world.deliver(caseEnvelope('c1'), meta());
    world.clock.advance(60_000);
  };
  return { ...world, minute, looks: () => looks };
}

describe('a chat that lets the bridge read once a minute', () => {
  it('is asked again when it said, and the message is found then', async () => {
    const { minute, looks, trouble, texts, counted } = await lost();
    for (let time = 0; time < 3; time++) await minute();
    expect(looks()).toBe(3);
    trouble(() => null);
    await minute();
    expect(texts()).toEqual(['case c1']);
    expect(counted).not.toContain('PossibleRepeats');
  });

  it('is not waited for longer than five minutes: a case twice is better than one that nobody sees', async () => {
    const { minute, texts, counted } = await lost();
    for (let time = 0; time < 5; time++) await minute();
    expect(texts()).toEqual(['case c1']);
    for (let time = 0; time < 3; time++) await minute();
    expect(texts()).toEqual(['case c1', 'case c1']);
    expect(counted.filter((name) => name === 'PossibleRepeats')).toHaveLength(1);
  });
});
