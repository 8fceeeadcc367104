import { describe, expect, it } from 'vitest';
import { readChannelMessage } from '../../../lib/chats/teams/channel-message.ts';
import { createKnownPlaces, type KnownChannel } from '../../../lib/chats/teams/channel-registry.ts';
import { createChannelRows } from '../../../lib/dynamo/channel-rows.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import type { FeedItem } from '../../../lib/feed/feed-source.ts';
import { readTick } from '../../../lib/feed/tick.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createFeedHarness } from '../feed/feed-harness.ts';

const HOUR = 3_600_000;
const rowsOf = (prefix: string) =>
  formats.flatMap(({ commit, rows }) =>
    rows.filter(({ name }) => name.startsWith(prefix)).map((one) => ({ commit, ...one })),
  );
const jsonIn = (value: { S?: string | undefined } | undefined) => JSON.parse(value?.S ?? 'null');

describe.each(rowsOf('feed '))('the row "$name" of $commit', ({ name, row }) => {
  const feed = { domain: 'acme', feed: name.includes('cases') ? 'cases' : 'threats' } as const;
  const before = jsonIn(row.state);
  /** After any lease and pause that the row may hold. */
  const laterMs = Math.max(before.sweptAtMs, before.pause?.untilMs ?? 0, before.watermarkMs ?? 0) + HOUR;

  function setUp() {
    const { parts, table } = tableWith([{ name, row }], createManualClock(laterMs));
    const harness = createFeedHarness({ ledger: createDynamoFeedLedger(parts), feed });
    harness.clock.advance(laterMs - harness.clock.now());
    return {
      ...harness,
      state: () => jsonIn([...table.rows.values()].find(({ sk }) => sk?.S === 'feed')?.state),
    };
  }

  it('goes on where it stood: what is new is announced once, history is not', async () => {
    const { items, poll, sent, state } = setUp();
    const item = (id: string, createdAtMs: number): FeedItem => ({ id, createdAtMs, item: {} });
    items.push(item('new', laterMs - 1_000));
    if (before.quietBeforeMs !== null) items.push(item('history', before.quietBeforeMs - 1));
    items.push(item('not ours', before.notBeforeMs - 1));
    const first = await poll();
    expect(first.outcome).toBe('polled');
    await poll();
    expect(sent()).toEqual(['new']);
    expect(state()).toMatchObject({ v: 1, started: true, notBeforeMs: before.notBeforeMs, pause: null });
    expect(state().watermarkMs).toBeGreaterThanOrEqual(before.watermarkMs ?? 0);
  });
});

describe.each(rowsOf('item '))('the row "$name" of $commit', ({ name, row }) => {
  const id = String(row.pk?.S?.split('#').at(-1));
  const feed = { domain: 'acme', feed: row.pk?.S?.includes('#cases#') ? 'cases' : 'threats' } as const;
  const clock = createManualClock();
  const { parts } = tableWith([{ name, row }], clock);
  const ledger = createDynamoFeedLedger(parts);

  it('says what it said: which destinations miss it, and how it was', async () => {
    const recorded = (await ledger.recorded(feed, [id])).get(id);
    const missing = (row.missing?.L ?? []).map(({ S }) => S);
    const routedTo = row.routedTo?.L?.map(({ S }) => S);
    expect(recorded).toEqual({
      missing,
      revision: row.revision?.S,
      ...(row.quiet && { quiet: true }),
      ...(routedTo && { routedTo }),
    });
    expect(missing.length > 0).toBe(name.includes('unfinished'));
  });

  it('is listed with all that handing it over needs, while something is missing', async () => {
    const listed = await ledger.unfinished(feed, 10);
    if (!name.includes('unfinished')) return expect(listed).toEqual([]);
    expect(listed).toMatchObject([
      { id, item: { item: { created_at: expect.any(String) }, routes: ['all', 'in the channel too'] } },
    ]);
  });
});

describe.each(rowsOf('teams channel'))('the row "$name" of $commit', ({ name, row }) => {
  it('says where Teams is, unless the bot was removed', async () => {
    const clock = createManualClock();
    const { parts } = tableWith([{ name, row }], clock);
    const channels = createChannelRows<KnownChannel>('teams', createDynamoVersionedRows(parts), clock.now);
    const url = await createKnownPlaces(channels, clock).serviceUrlOf('19:duty@thread.tacv2');
    expect(url).toBe(name.includes('forgotten') ? null : 'https://smba.trafficmanager.net/emea/');
  });
});

describe.each(
  formats.flatMap(({ commit, messages }) =>
    messages.filter(({ name }) => name.startsWith('place ')).map((one) => ({ commit, ...one })),
  ),
)('the message "$name" of $commit', ({ body }) => {
  it('is read as it was written', () => {
    expect(readChannelMessage(body)).toEqual({ ok: true, message: JSON.parse(body) });
  });
});

describe.each(
  formats.flatMap(({ commit, messages }) =>
    messages.filter(({ queue }) => queue === 'ticks').map((one) => ({ commit, ...one })),
  ),
)('the message "$name" of $commit', ({ body }) => {
  it('is read as it was written', () => {
    expect(readTick(body)).toEqual({ ok: JSON.parse(body) });
  });
});
