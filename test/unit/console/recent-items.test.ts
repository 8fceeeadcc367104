import { describe, expect, it } from 'vitest';
import type { Standing } from '../../../console/flow/item-rows.ts';
import { createRecentItems } from '../../../console/flow/recent-items.ts';
import { itemsIn } from '../../../console/local-home/items-in-event.ts';
import type { ItemKey } from '../../../console/wire.ts';
import { delivery, NOW, verdict } from './harness.ts';

const keyOf = (id: string): ItemKey => ({ domain: 'acme', feed: 'cases', id });
const SHOWN: Standing = { deliveries: [delivery()], answer: null, told: [], awaited: [] };
const NOTHING: Standing = { deliveries: [], answer: null, told: [], awaited: [] };

/** Answers with these rows, and notes who was asked for. */
const reader = (rows: Standing) => {
  const asked: string[] = [];
  const read = async ({ id }: ItemKey) => {
    asked.push(id);
    return rows;
  };
  return { asked, read };
};

describe('items that moved lately', () => {
  it('shows the newest first, and forgets the oldest', () => {
    const recent = createRecentItems(3);
    for (const id of ['a', 'b', 'c', 'a', 'd']) recent.touch(keyOf(id), NOW);
    expect(recent.list().map(({ id }) => id)).toEqual(['d', 'a', 'c']);
  });

  it('shows what no route sends anywhere, with the reason, until one does', async () => {
    const recent = createRecentItems();
    const { asked, read } = reader(NOTHING);
    recent.leaveOut(keyOf('a'), NOW, 'no route matches');
    await recent.follow(read, [], 9);
    expect(asked).toEqual([]);
    expect(recent.list()).toMatchObject([{ id: 'a', stage: 'unrouted', why: 'no route matches' }]);
    recent.touch(keyOf('a'), NOW);
    expect(recent.list()).toEqual([expect.not.objectContaining({ why: expect.anything() })]);
    recent.leaveOut(keyOf('a'), NOW, 'late news');
    expect(recent.list()).toMatchObject([{ stage: 'queued' }]);
  });

  it('reads an item until it rests, and again when it is touched', async () => {
    const recent = createRecentItems();
    const { asked, read } = reader(SHOWN);
    recent.touch(keyOf('a'), NOW);
    await recent.follow(async () => NOTHING, [], 10);
    expect(recent.list()).toMatchObject([{ stage: 'queued', title: 'Case a', atMs: NOW }]);
    await recent.follow(read, [], 10);
    await recent.follow(read, [], 10);
    expect(asked).toEqual(['a']);
    expect(recent.list()).toMatchObject([{ stage: 'shown', title: 'Data exfiltration · Ida Berg' }]);
    recent.touch(keyOf('a'), NOW);
    await recent.follow(async () => ({ ...SHOWN, answer: verdict() }), [], 10);
    expect(recent.list()).toMatchObject([{ stage: 'recorded', atMs: NOW - 30_000 }]);
  });

  it('reads on while it is on its way to another place', async () => {
    const recent = createRecentItems();
    const { asked, read } = reader({ ...SHOWN, awaited: ['second'] });
    recent.touch(keyOf('a'), NOW);
    await recent.follow(read, [], 10);
    await recent.follow(read, [], 10);
    expect(asked).toEqual(['a', 'a']);
    expect(recent.list()).toMatchObject([{ stage: 'queued' }]);
  });

  it('reads on while a function has it in hand, though it looks the same', async () => {
    const recent = createRecentItems();
    const { asked, read } = reader(SHOWN);
    recent.touch(keyOf('a'), NOW);
    await recent.follow(read, [keyOf('a')], 10);
    await recent.follow(read, [], 10);
    await recent.follow(read, [], 10);
    expect(asked).toEqual(['a', 'a']);
  });

  it('gives each its turn when there are many that cannot move', async () => {
    const recent = createRecentItems();
    const { asked, read } = reader(NOTHING);
    for (const id of ['a', 'b', 'c', 'd', 'e']) recent.touch(keyOf(id), NOW);
    for (let round = 0; round < 3; round++) await recent.follow(read, [], 2);
    expect(new Set(asked)).toEqual(new Set(['a', 'b', 'c', 'd', 'e']));
  });
});

describe('what an event is about', () => {
  const wakeUp = (...items: object[]) => ({
    v: 1,
    kind: 'wake-up',
    domain: 'acme',
    destination: 'soc',
    items,
  });
  const sqs = (...bodies: unknown[]) => ({
    Records: bodies.map((body) => ({ body: typeof body === 'string' ? body : JSON.stringify(body) })),
  });

  it('finds items in what queues carry', () => {
    const click = { v: 1, kind: 'post', domain: 'acme', caseId: 'c2', decisionId: 'd', reply: null };
    expect(
      itemsIn(sqs(wakeUp({ feed: 'cases', id: 'case-1' }), wakeUp({ feed: 'threats', id: 't1' }), click)),
    ).toEqual([
      { domain: 'acme', feed: 'cases', id: 'case-1' },
      { domain: 'acme', feed: 'threats', id: 't1' },
      { domain: 'acme', feed: 'cases', id: 'c2' },
    ]);
  });

  it('finds every item that one wake-up is for, and none where it is for notices or the list', () => {
    const some = wakeUp(
      { feed: 'cases', id: 'c3' },
      { feed: 'threats', id: 't2' },
      { feed: 'notices', id: 'n' },
    );
    expect(itemsIn(sqs(some, wakeUp()))).toEqual([
      { domain: 'acme', feed: 'cases', id: 'c3' },
      { domain: 'acme', feed: 'threats', id: 't2' },
    ]);
  });

  it('finds nothing in anything else', () => {
    for (const event of [
      undefined,
      null,
      'x',
      {},
      { Records: 3 },
      { domain: 'acme' },
      sqs('{', '{}', '[]'),
    ]) {
      expect(itemsIn(event)).toEqual([]);
    }
    expect(itemsIn({ Records: [{}, { body: 7 }] })).toEqual([]);
  });
});
