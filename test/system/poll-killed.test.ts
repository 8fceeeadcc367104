import { setTimeout as sleep } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { aboutPartition } from '../../lib/ledger/item-partition.ts';
import { deliveryRow, endpointEventRow } from '../../lib/ledger/item-rows.ts';
import type { WakeUp } from '../../lib/outbox/wake-up.ts';
import type { FunctionProcess } from '../support/functions/function-host.ts';
import {
  API_KEY,
  itemsOf,
  listed,
  type PollWorld,
  startPollWorld,
  wakeUpsIn,
} from '../support/functions/poll-world.ts';
import { createRandom } from '../support/random.ts';

const SEED = 20_261_115;
const KILLS = 50;
const ITEMS = 5_000;
const MINUTE_MS = 60_000;
const QUEUES = ['webhook', 'slack', 'lake'] as const;

/** Everything the function does, in the order of a poll. Each kind of call is a place to die at. */
const CALLS = [
  'GetItem',
  'GET /cases',
  'GET /threats',
  'UpdateItem',
  'BatchGetItem',
  'SendMessageBatch',
  'BatchWriteItem',
] as const;

it('loses nothing and repeats only under the same delivery id when it is killed 50 times', async () => {
  const executioner = createExecutioner(createRandom(SEED));
  const world = await startPollWorld({
    api: { cases: 150, threats: 400 },
    onCall: (name) => executioner.notice(name),
  });
  const over = new AbortController();
  try {
    const startedAt = performance.now();
    const history = await listed(world.api);
    const received = collect(world, over.signal);
    const [arrived] = await Promise.all([
      arrive(world, createRandom(SEED + 1), executioner, over.signal),
      pollAndDie(world, createRandom(SEED + 2), executioner),
    ]);
    await pollThroughOneSweep(world);
    const delivered = await received.stop();
    const existing = await listed(world.api);

    expect(arrived).toHaveLength(ITEMS);
    expect(new Set([...history, ...arrived])).toEqual(existing);
    expectEachWhereItBelongs(delivered, existing);
    await expectOneRowForEach(world, existing);

    // Only a process that died between sending and recording may have a successor that sends again. On a busy machine
    // an answer may also come too late for the one who sent: then the same hand-over is sent twice, in one moment.
    const repeats = QUEUES.flatMap((queue) => repeatsIn(delivered[queue]));
    const { deaths } = executioner;
    expect(repeats.length).toBeGreaterThan(0);

    expect(deaths).toHaveLength(KILLS);
    const diedAt = CALLS.map((call) => [call, deaths.filter(({ at }) => at === call).length] as const);
    expect(diedAt.filter(([, count]) => count === 0)).toEqual([]);
    const said = world.processes.flatMap(({ output, errors }) => [...output, ...errors]);
    const keptAway = said.filter((line) => line.includes('"outcome":"busy-elsewhere"')).length;
    expect(keptAway).toBeGreaterThan(0);
    expect(said.filter((line) => line.includes(API_KEY))).toEqual([]);
    expect(world.processes.flatMap(({ errors }) => errors)).toEqual([]);

    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const figures = {
      items: existing.size,
      kills: deaths.length,
      repeats: repeats.length,
      keptAway,
      seconds,
    };
    console.log(JSON.stringify({ ...figures, diedAt: Object.fromEntries(diedAt) }));
  } finally {
    over.abort();
    await world.close();
  }
});

/** Every item in the queue of every destination it is routed to, under one delivery id of its own. */
function expectEachWhereItBelongs(delivered: Delivered, existing: ReadonlySet<string>): void {
  const all = [...existing];
  const expected = {
    webhook: all,
    slack: all.filter((name) => name.startsWith('case')),
    lake: all.filter((name) => name.startsWith('threat')),
  };
  for (const queue of QUEUES) {
    const names = new Set(delivered[queue].flatMap(itemsOf));
    const lost = expected[queue].filter((name) => !names.has(name));
    const invented = [...names].filter((name) => !expected[queue].includes(name));
    expect({ queue, lost, invented }).toEqual({ queue, lost: [], invented: [] });
  }
}

/** What the wake-ups are for is in the ledger: one row for each item and destination, and no other. */
async function expectOneRowForEach(world: PollWorld, existing: ReadonlySet<string>): Promise<void> {
  const wanted = [...existing].flatMap((name) => {
    const [kind, id = ''] = name.split(' ');
    const feed = kind === 'case' ? ('cases' as const) : ('threats' as const);
    const pk = aboutPartition({ domain: 'acme', feed, id });
    return [
      `${pk} ${deliveryRow.prefix}${feed === 'cases' ? 'soc' : 'lake'}`,
      `${pk} ${endpointEventRow.prefix}siem`,
    ];
  });
  const found: string[] = [];
  const { client, tableName: TableName } = world.table;
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName, ProjectionExpression: 'pk, sk, #value', ExpressionAttributeNames: { '#value': 'value' } },
  )) {
    for (const { pk, sk, value } of Items) {
      // A case that closed before the poller saw it is told to be closed as well.
      if (sk?.S === 'case' && /"closedAtMs":\d/.test(value?.S ?? ''))
        wanted.push(`${pk?.S} ${endpointEventRow.prefix}siem`);
      const [kind = '', destination = ''] = (sk?.S ?? '').split('#');
      if (pk?.S?.startsWith('item#') && destination !== '') found.push(`${pk.S} ${kind}#${destination}`);
    }
  }
  expect(found.toSorted()).toEqual(wanted.toSorted());
}

interface Death {
  /** The call that it died at, or shortly after. */
  readonly at: string;
  readonly atMs: number;
}

/** A process that nothing else kills dies of its calls, should those it waits for never come. */
const MOST_CALLS = 4_000;

const MOST_OF: Readonly<Record<string, number>> = { GetItem: 3, BatchWriteItem: 2 };

/** Decides when the process in charge dies: at or shortly after its n-th call of some kind. */
function createExecutioner(random: () => number) {
  const deaths: Death[] = [];
  let countdown: { name: string; left: number; anyLeft: number; strike: (at: string) => void } | null = null;

  return {
    deaths,
    notice(name: string) {
      if (!countdown) return;
      countdown.anyLeft--;
      if (countdown.name === name) countdown.left--;
      if (countdown.left > 0 && countdown.anyLeft > 0) return;
      countdown.strike(name);
      countdown = null;
    },
    /** Resolves when the process is dead. */
    async execute(process: FunctionProcess, now: () => number): Promise<void> {
      const name = CALLS[deaths.length % CALLS.length] ?? 'UpdateItem';
      // A new process reads the rows of its two feeds and of its budget, and none of them again; and few pages, of which each
      // is recorded with one batch or two.
      const most = MOST_OF[name] ?? (name.startsWith('GET ') ? 2 : 6);
      const left = 1 + Math.floor(random() * most);
      // Half of them at once, while the call is on its way; the others around the answer and after it.
      const delayMs = random() < 0.5 ? 0 : random() * 30;
      const at = await new Promise<string>((strike) => {
        countdown = { name, left, anyLeft: MOST_CALLS, strike };
      });
      if (delayMs > 0) await sleep(delayMs);
      const death = { at, atMs: now() };
      await process.kill();
      deaths.push(death);
    },
  };
}

type Executioner = ReturnType<typeof createExecutioner>;

/** Bursts of new items, spread over the deaths, so that every one of them has something to lose. */
async function arrive(
  world: PollWorld,
  random: () => number,
  { deaths }: Executioner,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const bursts = 100;
  const names: string[] = [];
  const ago = (ms: number) => new Date(world.clock.now() - ms).toISOString();
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));

  /** Ways of arriving. Where `created_at` is given, all of a burst share it. */
  const ways = [
    () => ({}),
    () => ({ created_at: ago(0) }),
    () => ({ created_at: ago(whole(1, 10) * MINUTE_MS) }),
    () => ({ visible_in_ms: whole(1, 8) * MINUTE_MS }),
    // Later than the lookback: only a sweep, or a walk of the whole list, finds these.
    () => ({ visible_in_ms: 40 * MINUTE_MS, count: 5 }),
  ];

  for (let index = 0; index < bursts; index++) {
    while (deaths.length < Math.floor((index / bursts) * KILLS)) await sleep(5, undefined, { signal });
    // Lists are not sorted for ever as they were at first.
    if (index === 50) await world.api.control('POST', '/settings', { order: 'oldest-first' });
    if (index === 75) await world.api.control('POST', '/settings', { order: 'shuffled' });
    const isLast = index === bursts - 1;
    const count = isLast ? ITEMS - names.length : whole(10, 95);
    const burst = { count, ...(isLast ? {} : ways[index % ways.length]?.()) };
    if (random() < 0.5) {
      const { event_ids } = await world.api.control<{ event_ids: string[] }>('POST', '/threats', burst);
      names.push(...event_ids.map((id) => `threat ${id}`));
    } else {
      const cases = { ...burst, event_count: 0 };
      const { case_ids } = await world.api.control<{ case_ids: string[] }>('POST', '/cases', cases);
      names.push(...case_ids.map((id) => `case ${id}`));
    }
  }
  return names;
}

/** Invokes the function again as soon as it ends or dies, each time up to about a minute later by its clock. */
async function pollAndDie(world: PollWorld, random: () => number, executioner: Executioner): Promise<void> {
  let spare = world.start();
  while (executioner.deaths.length < KILLS) {
    const process = await spare;
    spare = world.start();
    const dead = executioner.execute(process, world.clock.now);
    while (process.alive) {
      // Often less than a lease lasts, so that the one of a dead process is still there.
      world.clock.pass(20_000 + random() * 50_000);
      const ended = await world.poll(process);
      if (ended.outcome === 'error') throw new Error(ended.message);
    }
    await dead;
  }
  await (await spare).kill();
}

/** Long enough for what became visible last, and for the sweep after it. */
async function pollThroughOneSweep(world: PollWorld): Promise<void> {
  const process = await world.start();
  for (let minutes = 0; minutes < 120; minutes += 5) {
    world.clock.pass(5 * MINUTE_MS);
    expect(await world.poll(process)).toEqual({ outcome: 'done' });
  }
}

type Delivered = Record<(typeof QUEUES)[number], WakeUp[]>;

/** Empties the queues while the test runs, as their consumers would. */
function collect(world: PollWorld, signal: AbortSignal) {
  const delivered: Delivered = { webhook: [], slack: [], lake: [] };
  const drainAll = () =>
    Promise.all(
      QUEUES.map(async (queue) => {
        delivered[queue].push(...wakeUpsIn(await world.queues.drain(world.queueUrls[queue])));
      }),
    );
  let stopping = false;
  const running = (async () => {
    while (!stopping) {
      await drainAll();
      await sleep(200, undefined, { signal });
    }
  })();
  // Looked at in `stop`, unless the test fails before.
  running.catch(() => {});
  return {
    async stop(): Promise<Delivered> {
      stopping = true;
      await running;
      await drainAll();
      return delivered;
    },
  };
}

/** What was named once more: each repeat finds its one row in the ledger. */
function repeatsIn(wakeUps: readonly WakeUp[]): readonly string[] {
  const names = wakeUps.flatMap(itemsOf);
  return names.filter((name, index) => names.indexOf(name) !== index);
}
