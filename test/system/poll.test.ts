import { CreateQueueCommand, GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { writeTick } from '../../lib/feed/tick.ts';
import { slotOf } from '../../lib/feed/tick-queue.ts';
import type { FunctionProcess } from '../support/functions/function-host.ts';
import {
  API_KEY,
  itemsOf,
  KEY_PARAMETER,
  listed,
  noticesFor,
  type PollWorld,
  startPollWorld,
  type WorldOptions,
  wakeUpsIn,
} from '../support/functions/poll-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DONE = { outcome: 'done' };

let world: PollWorld;
let poll: FunctionProcess;

/** A bridge in its world, with the function started and not yet invoked. */
async function start(options: WorldOptions = {}): Promise<void> {
  world = await startPollWorld({ ...options, api: { cases: 12, threats: 30, ...options.api } });
  poll = await world.start();
}

afterEach(async () => {
  const said = [...poll.output, ...poll.errors];
  await world.close();
  expect(said.filter((line) => line.includes(API_KEY))).toEqual([]);
  expect(poll.errors).toEqual([]);
  for (const line of poll.output) expect(() => JSON.parse(line)).not.toThrow();
});

/** Lets a minute pass and polls, as the schedule does. */
async function nextPoll(afterMs = MINUTE_MS) {
  world.clock.pass(afterMs);
  return world.poll(poll);
}

const wakeUps = async (queue: keyof PollWorld['queueUrls']) =>
  wakeUpsIn(await world.queues.drain(world.queueUrls[queue]));
const items = async (queue: keyof PollWorld['queueUrls']) =>
  (await wakeUps(queue)).flatMap(itemsOf).toSorted();

/** The API requests since the last look. */
async function requests(): Promise<Record<string, number>> {
  const { requests } = await world.api.control<{ requests: Record<string, number> }>('GET', '/requests');
  await world.api.control('DELETE', '/requests');
  return requests;
}

/** What it said about its last poll of a feed. */
const lastSaid = (feed: string): Record<string, unknown> | undefined =>
  poll.output
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .findLast((said) => said.event === 'polled' && said.feed === feed);

const only = (kind: string, names: Iterable<string>) =>
  [...names].filter((name) => name.startsWith(kind)).toSorted();

const openCases = (count: number) =>
  world.api.control<{ case_ids: string[] }>('POST', '/cases', { count, event_count: 0 });

describe('the poll function', () => {
  it("hands all history to the queues of its destinations, a user's own among them", async () => {
    await start({ api: { cases: 30, threats: 430 } });
    const expected = await listed(world.api);
    expect(await world.poll(poll)).toEqual(DONE);

    const siem = await wakeUps('webhook');
    // A row is written for each event of a webhook: on a busy machine the time of one poll is over before all are.
    for (let polls = 1; siem.flatMap(itemsOf).length < expected.size && polls < 6; polls++) {
      expect(await nextPoll()).toEqual(DONE);
      siem.push(...(await wakeUps('webhook')));
    }
    expect(siem.flatMap(itemsOf).toSorted()).toEqual([...expected].toSorted());
    expect(siem[0]).toMatchObject({ v: 1, domain: 'acme', destination: 'siem' });

    const messages = await world.queues.drain(world.queueUrls.slack);
    const soc = wakeUpsIn(messages);
    expect(soc.flatMap(itemsOf).toSorted()).toEqual(only('case', expected));
    expect(messages.map(({ Attributes }) => Attributes?.MessageGroupId)).toEqual(soc.map(() => 'soc'));
    expect(await items('lake')).toEqual(only('threat', expected));

    expect(await nextPoll()).toEqual(DONE);
    expect(await items('webhook')).toEqual([]);
  });

  it("announces only what is new when it starts with 'now'", async () => {
    await start({ poll: { start: 'now' } });
    expect(await world.poll(poll)).toEqual(DONE);
    expect(await items('webhook')).toEqual([]);

    world.clock.pass(MINUTE_MS);
    const { case_ids } = await openCases(3);
    expect(await world.poll(poll)).toEqual(DONE);
    const expected = case_ids.map((id) => `case ${id}`).toSorted();
    expect(await items('webhook')).toEqual(expected);
    expect(await items('slack')).toEqual(expected);
    expect(await items('lake')).toEqual([]);
  });

  it('makes one request for each feed, few ledger writes and no ledger read when idle and warm', async () => {
    await start();
    await world.poll(poll);
    await nextPoll();
    const writes: number[] = [];
    for (let round = 0; round < 6; round++) {
      await requests();
      for (const gate of Object.values(world.gates)) gate.calls.length = 0;
      expect(await nextPoll()).toEqual(DONE);
      expect(await requests()).toEqual({ 'GET /cases': 1, 'GET /threats': 1 });
      expect(new Set(world.gates.dynamo.calls)).toEqual(new Set(['UpdateItem']));
      expect(world.gates.sqs.calls).toEqual([]);
      writes.push(world.gates.dynamo.calls.length);
    }
    // One is the request budget's. Every third time each feed notes that it was polled.
    expect(writes.toSorted()).toEqual([1, 1, 1, 1, 3, 3]);
  });

  it('uses a key that was changed, without being started anew', async () => {
    await start();
    const [[name = '']] = [...world.ssm.parameters].filter(([, value]) => value === API_KEY) as [
      [string, string],
    ];
    world.ssm.parameters.set(name, 'an-old-key');
    expect(await world.poll(poll)).toEqual(DONE);
    expect(lastSaid('cases')).toMatchObject({ outcome: 'paused', paused: 'unauthorized' });
    world.ssm.parameters.set(name, API_KEY);
    expect(await nextPoll(5 * MINUTE_MS)).toEqual(DONE);
    expect(lastSaid('cases')).toMatchObject({ outcome: 'polled' });
  });

  it('stops on a refused key, says so under one delivery id, and resumes by itself when the key works', async () => {
    await start();
    await world.poll(poll);
    await Promise.all([items('webhook'), items('slack'), items('lake')]);
    await world.api.control('POST', '/keys', { key: API_KEY, active: false });
    await requests();

    expect(await nextPoll()).toEqual(DONE);
    expect(await requests()).toEqual({ 'GET /cases': 1, 'GET /threats': 1 });
    // Both feeds meet it. Whoever reads the queue drops the second by its id.
    const said = await wakeUps('webhook');
    expect(new Set(said.flatMap(itemsOf)).size).toBe(1);
    expect(await noticesFor(world, said.slice(0, 1))).toMatchObject([{ code: 'feed_unauthorized' }]);
    expect(lastSaid('cases')).toMatchObject({ outcome: 'paused', code: 'unauthorized' });

    expect(await nextPoll(20_000)).toEqual(DONE);
    expect(await requests()).toEqual({});

    expect(await nextPoll(5 * MINUTE_MS)).toEqual(DONE);
    expect(await requests()).toEqual({ 'GET /cases': 1, 'GET /threats': 1 });
    expect(await items('webhook')).toEqual([]);

    await world.api.control('POST', '/keys', { key: API_KEY, active: true });
    const { case_ids } = await openCases(2);
    expect(await nextPoll(5 * MINUTE_MS)).toEqual(DONE);
    const woken = await wakeUps('webhook');
    const got = woken.flatMap(itemsOf).toSorted();
    const cases = got.filter((item) => item.startsWith('case'));
    expect(cases).toEqual(case_ids.map((id) => `case ${id}`).toSorted());
    expect(new Set(got.filter((item) => !cases.includes(item))).size).toBe(1);
    expect((await noticesFor(world, woken))[0]).toMatchObject({ code: 'feed_authorized' });
    expect(lastSaid('cases')).toMatchObject({ outcome: 'polled' });
  });

  it('sleeps while a list is not ready, says so once with the days, and leaves the other list alone', async () => {
    await start();
    await world.api.control('POST', '/readiness', { resource: 'cases', days_until_ready: 2 });
    expect(await world.poll(poll)).toEqual(DONE);
    const said = await wakeUps('webhook');
    expect(await noticesFor(world, said)).toMatchObject([
      { code: 'feed_not_ready', text: expect.stringContaining('in 2 days') },
    ]);
    expect(only('threat', said.flatMap(itemsOf))).toHaveLength(30);

    await requests();
    expect(await nextPoll()).toEqual(DONE);
    expect(await requests()).toEqual({ 'GET /threats': 1 });
    // Another process reads of the pause in the ledger.
    await poll.kill();
    poll = await world.start();
    expect(await nextPoll()).toEqual(DONE);
    expect(await requests()).not.toHaveProperty('GET /cases');

    expect(await nextPoll(HOUR_MS)).toEqual(DONE);
    expect(await requests()).toMatchObject({ 'GET /cases': 1 });
    expect(await items('webhook')).toEqual([]);

    await world.api.control('POST', '/readiness', { resource: 'cases', days_until_ready: 0 });
    expect(await nextPoll(HOUR_MS)).toEqual(DONE);
    expect(await items('slack')).toEqual(only('case', await listed(world.api)));
  });

  it('does not let a queue that is missing keep the others waiting, and fills it once it is there', async () => {
    await start({ slackQueueUrl: (url) => url.replace(/[^/]+$/, 'late.fifo') });
    const expected = await listed(world.api);
    expect(await world.poll(poll)).toEqual(DONE);
    expect(await items('webhook')).toEqual([...expected].toSorted());
    expect(await items('lake')).toEqual(only('threat', expected));

    await world.queues.client.send(
      new CreateQueueCommand({ QueueName: 'late.fifo', Attributes: { FifoQueue: 'true' } }),
    );
    expect(await nextPoll()).toEqual(DONE);
    expect(await items('slack')).toEqual(only('case', expected));
    expect(await items('webhook')).toEqual([]);

    expect(await nextPoll()).toEqual(DONE);
    expect(await items('slack')).toEqual([]);
  });

  it('fails while its key is not in SSM, and works in the same process once it is', async () => {
    await start();
    world.ssm.parameters.delete(KEY_PARAMETER);
    expect(await world.poll(poll)).toMatchObject({
      outcome: 'error',
      message: expect.stringContaining('ParameterNotFound'),
    });
    world.ssm.parameters.set(KEY_PARAMETER, API_KEY);
    expect(await nextPoll()).toEqual(DONE);
    expect(await items('webhook')).toHaveLength(42);
  });

  describe('asked for polls every five seconds', () => {
    const EVERY_MS = 5_000;
    /** The next tick comes, half a second late. Where it is given, the one of that time comes instead. */
    const nextTick = (dueAtMs = nextDue()) => {
      world.clock.pass(Math.max(0, dueAtMs + 500 - world.clock.now()));
      return world.poll(poll, 30_000, { Records: [{ body: writeTick({ domains: ['acme'], dueAtMs }) }] });
    };
    const nextDue = () => slotOf(world.clock.now(), EVERY_MS) + EVERY_MS;
    const forgetCalls = () => {
      for (const gate of Object.values(world.gates)) gate.calls.length = 0;
    };

    it('ends at once, with the ticks of the next minute in their queue', async () => {
      await start({ poll: { every: '5s' } });
      expect(await world.poll(poll)).toEqual(DONE);
      const { Attributes } = await world.queues.client.send(
        new GetQueueAttributesCommand({
          QueueUrl: world.queueUrls.ticks,
          AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesDelayed'],
        }),
      );
      const waiting = Object.values(Attributes ?? {}).reduce((sum, count) => sum + Number(count), 0);
      expect(waiting).toBe(14);
    });

    it('finds with a tick what is new, and sends no ticks', async () => {
      await start({ poll: { every: '5s' } });
      await world.poll(poll);
      const { case_ids } = await openCases(1);
      forgetCalls();
      expect(await nextTick()).toEqual(DONE);
      expect(await items('webhook')).toContain(`case ${case_ids[0]}`);
      // The case goes to two queues, and nothing to a third.
      expect(world.gates.sqs.calls).toEqual(['SendMessageBatch', 'SendMessageBatch']);
    });

    it('makes one request for each feed and three ledger writes a minute with idle ticks, and none with a repeat', async () => {
      await start({ poll: { every: '5s' } });
      await world.poll(poll);
      for (let tick = 0; tick < 12; tick++) await nextTick();
      await requests();
      forgetCalls();
      // As long as it takes for each feed to note once that it was polled.
      for (let tick = 0; tick < 36; tick++) expect(await nextTick()).toEqual(DONE);
      expect(await requests()).toEqual({ 'GET /cases': 36, 'GET /threats': 36 });
      expect(new Set(world.gates.dynamo.calls)).toEqual(new Set(['UpdateItem']));
      expect(world.gates.dynamo.calls.length).toBeLessThanOrEqual(9);
      expect(world.gates.sqs.calls).toEqual([]);

      forgetCalls();
      const again = slotOf(world.clock.now(), EVERY_MS);
      expect(await nextTick(again)).toEqual(DONE);
      expect(await nextTick(again - EVERY_MS)).toEqual(DONE);
      expect(await nextTick(again - 2 * MINUTE_MS)).toEqual(DONE);
      expect(Object.values(world.gates).flatMap(({ calls }) => calls)).toEqual([]);
    });
  });
});
