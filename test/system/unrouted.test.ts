import { afterEach, describe, expect, it } from 'vitest';
import type { FunctionProcess } from '../support/functions/function-host.ts';
import {
  itemsOf,
  listed,
  noticesFor,
  type PollWorld,
  startPollWorld,
  wakeUpsIn,
} from '../support/functions/poll-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ROUTES = [{ name: 'threats', when: { feed: 'threats' }, to: 'lake' }] as const;

let world: PollWorld;
afterEach(() => world.close());

async function start(onCall?: (name: string) => void): Promise<void> {
  world = await startPollWorld({
    api: { cases: 30, threats: 10 },
    routes: ROUTES,
    ...(onCall && { onCall }),
  });
  // Not across midnight, when it may be said once more.
  if (new Date(world.clock.now()).getUTCHours() >= 22) world.clock.pass(3 * HOUR_MS);
}

const notices = async () => wakeUpsIn(await world.queues.drain(world.queueUrls.webhook));
const saidBy = ({ output }: FunctionProcess, event: string) =>
  output.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.event === event);
const countedBy = ({ output }: FunctionProcess): number =>
  output.reduce((sum, line) => sum + (Number(JSON.parse(line).ItemsUnrouted) || 0), 0);

describe('cases that no route takes', () => {
  it('are listed, counted and told once, by every process together', async () => {
    await start();
    const cases = [...(await listed(world.api))].filter((name) => name.startsWith('case '));
    const first = await world.start();
    await world.poll(first);
    world.clock.pass(MINUTE_MS);
    await world.poll(first);
    const told = await notices();
    expect(told).toMatchObject([{ destination: 'siem' }]);
    expect(await noticesFor(world, told)).toMatchObject([
      { code: 'items_unrouted', title: `acme: no route takes ${cases.length} of the cases` },
    ]);
    const lines = saidBy(first, 'unrouted');
    expect(lines.map(({ id }) => `case ${id}`).toSorted()).toEqual(cases.toSorted());
    expect(lines[0]).toMatchObject({ domain: 'acme', feed: 'cases', why: 'threats: feed' });
    expect(countedBy(first)).toBe(cases.length);

    await first.kill();
    world.clock.pass(MINUTE_MS);
    await world.api.control('POST', '/cases', { count: 2, event_count: 0 });
    const second = await world.start();
    await world.poll(second);
    expect(countedBy(second)).toBe(2);
    // It has the same row.
    expect((await notices()).flatMap(itemsOf)).toEqual(told.flatMap(itemsOf));
  });

  it.each(['SendMessageBatch', 'BatchWriteItem'])(
    'are told under one id when the poller dies at %s',
    async (call) => {
      let dying: FunctionProcess | undefined;
      await start((name) => {
        if (name === call) void dying?.kill();
      });
      dying = await world.start();
      await world.poll(dying);
      dying = undefined;
      world.clock.pass(2 * MINUTE_MS);
      await world.poll(await world.start());
      const told = await notices();
      expect(told.length).toBeGreaterThan(0);
      expect(new Set(told.flatMap(itemsOf)).size).toBe(1);
    },
  );
});
