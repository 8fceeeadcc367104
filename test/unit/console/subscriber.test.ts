import { describe, expect, it } from 'vitest';
import { createSubscriber, type Marks } from '../../../console/events/subscriber.ts';

const LONG_MS = 10_000;

/** One that has had its snapshot. */
const createReady = async (mostMarks?: number) => {
  const subscriber = createSubscriber('ada', mostMarks);
  await subscriber.take(LONG_MS);
  return subscriber;
};

describe('a page that listens', () => {
  it('gets everything first', async () => {
    expect(await createSubscriber('ada').take(LONG_MS)).toBe('everything');
  });

  it('gets what was marked once, however often it was', async () => {
    const subscriber = await createReady();
    for (let turn = 0; turn < 5; turn++) subscriber.markMessage('slack', 'C1', '1');
    subscriber.mark('flow');
    const { slack, teams, whole } = (await subscriber.take(LONG_MS)) as Marks;
    expect([...slack.values()]).toEqual([{ channel: 'C1', key: '1' }]);
    expect([...teams]).toEqual([]);
    expect([...whole]).toEqual(['flow']);
    expect(await subscriber.take(1)).toBe('nothing');
  });

  it('is woken by a mark', async () => {
    const subscriber = await createReady();
    const taking = subscriber.take(LONG_MS);
    subscriber.mark('world');
    expect(await taking).toMatchObject({ whole: new Set(['world']) });
  });

  it('keeps no backlog: one that is too slow gets everything again', async () => {
    const subscriber = await createReady(3);
    for (const key of ['1', '2', '3', '4', '5']) subscriber.markMessage('teams', 'T1', key);
    expect(await subscriber.take(LONG_MS)).toBe('everything');
    subscriber.markMessage('slack', 'C1', '6');
    const { slack, teams } = (await subscriber.take(LONG_MS)) as Marks;
    expect([slack.size, teams.size]).toEqual([1, 0]);
  });
});
