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

describe('a bot that is out of its channel after an answer was lost', () => {
  const KEY = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
  const OUT = { is: 'refused', code: 'out', kind: 'place', reason: 'out', messageGone: false } as const;

  async function out() {
    const world = await lost();
    world.forbidReading();
    world.trouble((call) => (call === 'post' ? OUT : null));
    for (let time = 0; time < 10; time++) await world.minute();
    return world;
  }

  it('finds its message once it is back, however often the chat refused another one meanwhile', async () => {
    const { forbidReading, trouble, minute, texts, told } = await out();
    expect(told.length).toBeGreaterThan(0);
    forbidReading(false);
    trouble(() => null);
    for (let time = 0; time < 10; time++) await minute();
    expect(texts()).toEqual(['case c1']);
  });

  it('posts again once it is back and may still not look', async () => {
    const { trouble, minute, texts } = await out();
    trouble(() => null);
    for (let time = 0; time < 10; time++) await minute();
    expect(texts()).toEqual(['case c1', 'case c1']);
  });

  it('remembers one lost post, and not one for each time', async () => {
    const { minute, ledger } = await out();
    const rowNow = async () => JSON.stringify({ ...(await ledger.load(KEY))?.value, asked: 0, refusals: 0 });
    const before = await rowNow();
    expect(before).toContain('"begun":{"note":"main"');
    for (let time = 0; time < 30; time++) await minute();
    expect(await rowNow()).toEqual(before);
  });

  it('looks again for a note where its message was updated first', async () => {
    const world = createDeliveryWorld();
    const { trouble, forbidReading, clock, texts } = world;
    const minute = async (second = 1) => {
      const is = { brief: `as of ${second}`, updatedAt: `2026-11-15T09:00:0${second}.000Z` };
      await world.deliver(caseEnvelope('c1', { events: ['e1'], ...is }), meta());
      clock.advance(60_000);
    };
    let posts = 0;
    trouble((call) => (call === 'post' && ++posts > 1 ? 'lost answer' : null));
    await minute();
    expect(texts()).toHaveLength(2);
    // The bot is out, and the case changes meanwhile.
    forbidReading();
    trouble((call) => (call === 'find' ? null : OUT));
    for (let time = 0; time < 5; time++) await minute(2);
    forbidReading(false);
    trouble(() => null);
    for (let time = 0; time < 10; time++) await minute(2);
    expect(texts()).toHaveLength(2);
  });

  it('looks for the second post alone, when its answer is lost as well', async () => {
    const { parts, minute, forbidReading, trouble, clock, texts } = await out();
    trouble((call) => (call === 'post' ? 'lost answer' : null));
    for (let time = 0; time < 10 && texts().length < 2; time++) await minute();
    const postedAtMs = clock.now();
    const since: number[] = [];
    const { find } = parts.chat;
    Object.assign(parts.chat, {
      find: (...given: Parameters<typeof find>) => {
        since.push(given[2].sinceMs);
        return find(...given);
      },
    });
    forbidReading(false);
    trouble(() => null);
    for (let time = 0; time < 10; time++) await minute();
    expect(texts()).toHaveLength(2);
    expect(postedAtMs - (since[0] ?? 0)).toBeLessThanOrEqual(60_000);
  });

  it('looks for the first post too, when the second one certainly did not arrive', async () => {
    const { parts, minute, forbidReading, trouble, texts } = await out();
    const { post } = parts.chat;
    let crashes = 1;
    trouble(() => null);
    Object.assign(parts.chat, {
      post: (...given: Parameters<typeof post>) => {
        if (crashes-- > 0) throw new Error('the function died before its post');
        return post(...given);
      },
    });
    for (let time = 0; time < 10 && crashes > 0; time++) await minute().catch(() => undefined);
    expect(crashes).toBe(0);
    forbidReading(false);
    for (let time = 0; time < 10; time++) await minute();
    expect(texts()).toEqual(['case c1']);
  });

  it('is parked with nothing left to look for, where the message is what the chat does not take', async () => {
    const { trouble, minute, parked, ledger, texts } = await out();
    trouble((call) => (call === 'post' ? { ...OUT, kind: 'content' } : null));
    for (let time = 0; time < 20 && parked.length === 0; time++) await minute();
    expect((await ledger.load(KEY))?.value).toMatchObject({ begun: null, parked: 'out' });
    expect(texts()).toEqual(['case c1']);
  });
});
