import { describe, expect, it } from 'vitest';
import type { Chat } from '../../../lib/chats/shared/chat.ts';
import type { ChatDefinition } from '../../../lib/chats/shared/chat-definition.ts';
import { outcomesWithoutRules } from '../../../lib/chats/shared/outcome-choices.ts';
import { slack } from '../../../lib/chats/slack/definition.ts';
import { teams } from '../../../lib/chats/teams/definition.ts';
import { createDeliver } from '../../../lib/delivery/deliver.ts';
import { type Delivery, newDelivery } from '../../../lib/delivery/delivery.ts';
import type { DeliveryLedger } from '../../../lib/delivery/delivery-ledger.ts';
import { createPace } from '../../../lib/delivery/pace.ts';
import { deliveryMark } from '../../../lib/delivery/take-step.ts';
import { createDynamoBudget } from '../../../lib/dynamo/dynamo-budget.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { readValue } from '../../../lib/dynamo/packed-value.ts';
import { type Envelope, readEnvelope } from '../../../lib/queues/envelope.ts';
import type { NotedRow } from '../../support/formats/format-notes.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { meta } from '../delivery/delivery-world.ts';

const rowsOf = (prefix: string) =>
  formats.flatMap(({ commit, rows }) =>
    rows.filter(({ name }) => name.startsWith(prefix)).map((one) => ({ commit, ...one })),
  );

interface Call {
  readonly call: 'post' | 'update' | 'find';
  readonly mark: string | null;
  readonly thread: unknown;
}

/** The notifier of a chat in which everything that was begun is found, on a table with these rows. */
function setUp(chatName: string, noted: readonly NotedRow[], nowMs: number) {
  const clock = createManualClock(nowMs);
  const { parts } = tableWith(noted, clock);
  const rows = createDynamoVersionedRows(parts);
  const ledger = createDeliveryLedger(rows);
  const calls: Call[] = [];
  let posted = 0;
  const ref = () => ({ channel: 'C0', ts: `9.${++posted}`, conversation: '19:duty', activity: `${posted}` });
  const chat: Chat<unknown> = {
    async post(_channel, _message, { mark, thread = null }) {
      calls.push({ call: 'post', mark, thread });
      return { is: 'ok', value: ref() };
    },
    async update() {
      calls.push({ call: 'update', mark: null, thread: null });
      return { is: 'ok', value: null };
    },
    async find(_channel, mark, { thread = null }) {
      calls.push({ call: 'find', mark, thread });
      return { is: 'ok', value: { is: 'found', ref: ref() } };
    },
  };
  const definition = (chatName === 'teams' ? teams : slack) as ChatDefinition<unknown>;
  const deliver = createDeliver({
    definition,
    chat,
    renderer: definition.createRenderer(outcomesWithoutRules),
    ledger,
    pace: createPace({ rows, clock }),
    clock,
    log: () => undefined,
    metrics: () => undefined,
    channelOf: () => 'C0',
    verdictOf: async () => null,
    stormThresholdOf: () => 20,
    severeFrom: 'high',
    getsThreats: () => true,
    park: async () => undefined,
    tellOps: async () => true,
  });
  return { ledger, calls, deliver: (envelope: Envelope) => deliver(envelope, meta()) };
}

/** The message that brings a delivery up to date. */
function messageFor({ key, content }: Delivery): Envelope {
  const { domain, destination, feed, id } = key;
  const about = {
    v: 1 as const,
    deliveryId: id,
    domain,
    destination,
    routes: [],
    handedOverAt: '2026-11-15T09:00:00Z',
  };
  if (content.kind === 'notice') return { ...about, kind: 'notice', notice: content.notice };
  return { ...about, kind: 'refresh', refresh: { feed: feed as 'cases', id, version: 1 } };
}

/** The rows of those that a group tells: it has taken them. */
async function saveThreats(ledger: DeliveryLedger, { key, content, handedOverAtMs }: Delivery) {
  if (content.kind !== 'threats') return;
  for (const { domain, id } of content.threats) {
    const item = { event_id: id, created_at: new Date(handedOverAtMs).toISOString() };
    const named = { domain, feed: 'threats', id, destination: key.destination } as const;
    const threat = newDelivery(named, { kind: 'threat', item, trimmed: [] }, handedOverAtMs);
    const told = { ...threat, settled: true, toldElsewhere: true, toldWith: key.id };
    await ledger.save(told, 0, null, handedOverAtMs);
  }
}

describe.each(rowsOf('delivery '))('the row "$name" of $commit', ({ name, row }) => {
  const before = readValue(row) as Delivery;
  const mainMark = deliveryMark(before.key, 'main');

  it('goes on where it stood: what was begun is looked for, and nothing is posted again', async () => {
    const { ledger, calls, deliver } = setUp(
      name.includes('teams') ? 'teams' : 'slack',
      [{ name, row }],
      before.handedOverAtMs + 600_000,
    );
    await saveThreats(ledger, before);
    expect(await deliver(messageFor(before))).toBe('done');
    const posts = calls.filter(({ call }) => call === 'post').map(({ mark }) => mark);
    if (before.begun) {
      const mark = deliveryMark(before.key, before.begun.note);
      expect(calls[0]).toMatchObject({ call: 'find', mark });
      expect(posts).not.toContain(mark);
    }
    const isThere = before.main !== null || before.begun?.note === 'main' || before.toldElsewhere === true;
    expect(posts.filter((mark) => mark === mainMark)).toHaveLength(isThere ? 0 : 1);
    for (const note of Object.keys(before.notes)) expect(posts).not.toContain(deliveryMark(before.key, note));
    expect(new Set(posts).size).toBe(posts.length);
    if (before.thread) {
      for (const { call, thread } of calls) if (call !== 'update') expect(thread).toEqual(before.thread);
    }
    const after = (await ledger.load(before.key))?.value;
    expect(after).toMatchObject({ key: before.key, content: before.content, begun: null });
    if (!before.toldElsewhere) expect(after?.main).not.toBeNull();
    expect(after?.notes).toMatchObject(before.notes);
    const calm = calls.length;
    expect(await deliver(messageFor(before))).toBe('done');
    expect(calls.length).toBe(calm);
  });
});

describe.each(rowsOf('storm'))('the row "$name" of $commit', ({ name, row }) => {
  it('still says whether a storm is on, and where its digest is', async () => {
    const storm = JSON.parse(row.value?.S ?? '');
    const destination = String(row.pk?.S?.split('#')[1]);
    const { ledger, calls, deliver } = setUp('slack', [{ name, row }], storm.windowStartMs + 1_000);
    const deliveryId = 'acme:cases:fresh:soc';
    const handedOverAt = new Date(storm.windowStartMs + 1_000).toISOString();
    const about = { v: 1 as const, deliveryId, domain: 'acme', destination, routes: [], handedOverAt };
    const item = { case_id: 'fresh', created_at: handedOverAt, events: [] };
    expect(await deliver({ ...about, kind: 'case', item })).toBe('done');
    const post = calls.find(({ mark }) => mark?.includes('fresh'));
    if (!storm.digest) expect(post?.thread).toBeNull();
    else if (storm.digest.ref) expect(post?.thread).toEqual(storm.digest.ref);
    // Begun and not known: it is found, and not posted a second time.
    else if (storm.digest.begunMs) expect(calls[0]).toMatchObject({ call: 'find', mark: storm.digest.id });
    const digestPosts = calls.filter(({ call, mark }) => call === 'post' && mark === storm.digest?.id);
    expect(digestPosts).toHaveLength(storm.digest && !storm.digest.ref && !storm.digest.begunMs ? 1 : 0);
    // While it is calm, not every item is worth a write.
    expect((await ledger.loadStorm(destination))?.value.count).toBe(storm.count + (storm.digest ? 1 : 0));
  });
});

describe.each(rowsOf('event '))('the row "$name" of $commit', ({ name, row }) => {
  it('still leads from an event to its case, and says in which chats that tells it', async () => {
    const { ledger } = setUp('slack', [{ name, row }], 0);
    const id = String(row.pk?.S?.split('#').at(-1));
    expect(await ledger.caseOf('acme', id)).toBe(JSON.parse(row.value?.S ?? ''));
    const feeds = createDynamoFeedLedger(tableWith([{ name, row }], createManualClock()).parts);
    // Until the poller noted it, nobody said where.
    expect((await feeds.toldAt('acme', [id])).get(id)).toEqual(row.told?.L?.map(({ S }) => S));
  });
});

describe.each(rowsOf('pace '))('the row "$name" of $commit', ({ name, row }) => {
  it('still keeps others waiting until their turn', async () => {
    const { nextAtMs } = JSON.parse(row.value?.S ?? '');
    const clock = createManualClock(nextAtMs - 3_000);
    const rows = createDynamoVersionedRows(tableWith([{ name, row }], clock).parts);
    const limit = { name: String(row.pk?.S).slice('pace#'.length), gapMs: 1_000 };
    expect(await createPace({ rows, clock }).turn(limit, 0)).toEqual({ waitMs: 3_000 });
    expect(await createPace({ rows, clock }).turn(limit, 5_000)).toBe('now');
    expect(clock.now()).toBe(nextAtMs);
  });
});

describe.each(rowsOf('budget '))('the row "$name" of $commit', ({ name, row }) => {
  it('still counts what was taken', async () => {
    const [second = ''] = (row.counts?.S ?? '').split(' ');
    const clock = createManualClock(Number(second) * 1_000 + 500);
    const { parts } = tableWith([{ name, row }], clock);
    const problems: unknown[] = [];
    const limits = { read: 1, write: 1 };
    const onProblem = (problem: unknown) => void problems.push(problem);
    const budget = createDynamoBudget({ ...parts, key: 'acme', limits, onProblem });
    expect(await budget.take('read', 'interactive')).toMatchObject({ granted: false });
    expect(problems).toEqual([]);
  });
});

describe.each(
  formats.flatMap(({ commit, messages }) =>
    messages
      .filter(({ name, queue }) => !['verdict', 'ticks'].includes(queue) && !name.startsWith('place'))
      .map((one) => ({ commit, ...one })),
  ),
)('the message "$name" of $commit', ({ queue, body }) => {
  it('is shown if it is new, once, and only then', async () => {
    const read = readEnvelope(body);
    if (!read.ok) expect.fail(read.reason);
    const { envelope } = read;
    const { calls, deliver } = setUp(queue, [], Date.parse(envelope.handedOverAt));
    expect(await deliver(envelope)).toBe('done');
    const isNew = envelope.kind !== 'refresh' && !envelope.changed;
    const mains = () => calls.filter(({ call, thread }) => call === 'post' && thread === null);
    expect(mains()).toHaveLength(isNew ? 1 : 0);
    expect(await deliver(envelope)).toBe('done');
    expect(mains()).toHaveLength(isNew ? 1 : 0);
  });
});
