import '../support/aws/quiet-sdk.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { type KillWorld, LAKE_URL, openKillWorld, SIEM_URL } from '../support/cloud/kill-world.ts';
import { type KillableCloud, loadCloud, type Started } from '../support/cloud/killable-cloud.ts';
import { listed } from '../support/functions/poll-world.ts';
import { createRandom } from '../support/random.ts';
import { until } from '../support/wait-for.ts';
import { isAlive } from '../unit/local/cloud/harness.ts';

const SEED = 20_261_116;
const KILLS = 20;
const ITEMS = 400;
/** Longer than a function that died holds on to a feed, and than an endpoint rests which a dying cloud seemed to close. */
const REST_MS = 35 * 60_000;
/** Polls that may find nothing of what is still missing, once nothing is killed any more. */
const MOST_POLLS = 20;

/** Where a life ends. By what has happened and not by the clock, so that it is the same on a slow machine. */
const MOMENTS = ['starting', 'asked', 'sent', 'received'] as const;
type Moment = (typeof MOMENTS)[number];

it('loses nothing when the local cloud is killed 20 times, and leaves no function behind', async () => {
  const random = createRandom(SEED);
  let fate = createFate('starting', 0);
  const world = await openKillWorld(() => fate.notice('asked'));
  const lives: KillableCloud[] = [];
  const load = () => {
    const life = loadCloud();
    lives.push(life);
    return life;
  };
  try {
    const lake = createInbox();
    let spare = load();
    for (let kills = 0; kills < KILLS; kills++) {
      const life = spare;
      await life.loaded;
      spare = load();
      await world.passTime(REST_MS + random() * 60_000);
      const moment = MOMENTS[kills % MOMENTS.length] ?? 'starting';
      fate = createFate(moment, Math.ceil(random() * MOST[moment]));
      // Half of them at once, while a call is on its way; the others around the answer and after it.
      const delayMs = moment === 'starting' ? random() * 250 : random() < 0.5 ? 0 : random() * 30;
      const struck = fate.reached.then(() => sleep(delayMs)).then(() => life.kill());
      const arriving = arrive(world, ITEMS / KILLS);
      await live(world, life, lake, fate, struck);
      await Promise.all([arriving, struck]);
    }
    const beforeTheEnd = lake.items.size;

    await world.passTime(REST_MS);
    const last = await spare.start(world.options);
    if (!last) throw new Error('the last local cloud ended by itself');
    const existing = await listed(world.api);
    expect(existing.size).toBe(100 + ITEMS);
    const siem = createInbox();
    const arrived = async () => {
      await drain(last, LAKE_URL, lake);
      await drain(last, SIEM_URL, siem);
      return has(lake, existing) && has(siem, existing);
    };
    for (let polls = 0; polls < MOST_POLLS && !(await arrived()); polls++) {
      await spare.invoke(last.functions.find((name) => name.includes('Poll')) ?? '', { domains: ['acme'] });
      // What was closed by the end of the life before is tried again.
      await world.passTime(30 * 60_000);
    }
    await until('everything is in both queues', arrived);
    await spare.stop();

    const [ofLake, ofSiem] = [judge(lake, existing), judge(siem, existing)];
    console.log(
      JSON.stringify({ kills: KILLS, items: existing.size, beforeTheEnd, lake: ofLake, siem: ofSiem }),
    );
    for (const { lost, invented, ids } of [ofLake, ofSiem]) {
      expect({ lost, invented, ids }).toEqual({ lost: 0, invented: 0, ids: existing.size });
    }
    // Or nothing would have been at stake.
    expect(beforeTheEnd).toBeGreaterThan(existing.size / 2);
    expect(ofLake.sentAgain).toBeGreaterThan(0);
    expect(ofLake.receivedAgain).toBeGreaterThan(0);
    const lines = lives.flatMap((one) => one.lines);
    expect(lines.filter((line) => /^local cloud: (denied|not understood)/.test(line))).toEqual([]);
    const pids = await world.functionPids();
    expect(pids.length).toBeGreaterThan(KILLS / 2);
    await until('no function is left', () => !pids.some(isAlive));
  } finally {
    await Promise.all(lives.map((life) => life.kill()));
    await world.close();
  }
});

/** The most requests of the API, kilobytes of messages and receipts that a life gets to see. */
const MOST: Readonly<Record<Moment, number>> = { starting: 0, asked: 4, sent: 160, received: 60 };
/** For a life that has nothing more to do and would never end. */
const MOST_LINES = 60;
/** The reconciler speaks in every run, whether there is something to do or not. */
const isOfWork = (line: string): boolean => !line.includes('Reconcile');

function createFate(moment: Moment, count: number) {
  let left = count;
  let strike = () => {};
  const reached = new Promise<void>((resolve) => {
    strike = resolve;
  });
  if (left <= 0) strike();
  return {
    reached,
    strike,
    notice(what: Moment, times = 1) {
      if (what !== moment) return;
      left -= times;
      if (left <= 0) strike();
    },
  };
}

/** One local cloud, and someone who reads from the lake, until it is killed. */
async function live(
  world: KillWorld,
  life: KillableCloud,
  lake: Inbox,
  fate: ReturnType<typeof createFate>,
  struck: Promise<void>,
): Promise<void> {
  const started = await life.start(world.options);
  if (!started) return;
  let alive = true;
  void struck.then(() => {
    alive = false;
  });
  let seen = await world.journalBytes();
  const watching = (async () => {
    for (; alive; await sleep(5)) {
      const bytes = await world.journalBytes();
      fate.notice('sent', (bytes - seen) / 1_024);
      seen = bytes;
      if (life.lines.filter(isOfWork).length > MOST_LINES) fate.strike();
    }
  })();
  for (; alive; await sleep(20)) {
    await drain(started, LAKE_URL, lake, () => fate.notice('received')).catch(() => {
      // The cloud is gone, or will be in a moment.
    });
  }
  await watching;
}

/** Half of them as cases, half as threats. */
async function arrive({ api }: KillWorld, count: number): Promise<void> {
  await api.control('POST', '/cases', { count: count / 2, event_count: 0 });
  await api.control('POST', '/threats', { count: count / 2 });
}

interface Inbox {
  /** Every receipt, by the name of the item: under which delivery id, and in which message. */
  readonly items: Map<string, { readonly deliveryId: string; readonly messageId: string }[]>;
}

const createInbox = (): Inbox => ({ items: new Map() });
const has = ({ items }: Inbox, wanted: ReadonlySet<string>) => [...wanted].every((name) => items.has(name));

interface ToldItem {
  readonly id: string;
  readonly data: { readonly case?: { case_id: string }; readonly threat?: { event_id: string } };
}

function keep({ items }: Inbox, messages: readonly Message[]): void {
  for (const { Body = '', MessageId: messageId = '' } of messages) {
    const { id: deliveryId, data } = JSON.parse(Body) as ToldItem;
    const name = data.case ? `case ${data.case.case_id}` : `threat ${data.threat?.event_id}`;
    items.set(name, [...(items.get(name) ?? []), { deliveryId, messageId }]);
  }
}

const clientOf = ({ endpoints: { aws, operator, region } }: Started) =>
  new SQSClient({ endpoint: aws, region, credentials: operator, maxAttempts: 1 });

/** Empties a queue as a consumer does: what is received is deleted, unless the cloud dies in between. */
async function drain(
  cloud: Started,
  QueueUrl: string,
  inbox: Inbox,
  onMessage: () => void = () => {},
): Promise<void> {
  const client = clientOf(cloud);
  try {
    for (;;) {
      const received = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
      const { Messages = [] } = received;
      if (Messages.length === 0) return;
      keep(inbox, Messages);
      for (const _ of Messages) onMessage();
      const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    }
  } finally {
    client.destroy();
  }
}

function judge({ items }: Inbox, existing: ReadonlySet<string>) {
  const receipts = [...items.values()];
  const of = (what: 'deliveryId' | 'messageId') =>
    receipts.reduce((sum, some) => sum + new Set(some.map((one) => one[what])).size, 0);
  return {
    lost: [...existing].filter((name) => !items.has(name)).length,
    invented: [...items.keys()].filter((name) => !existing.has(name)).length,
    /** As many as items, or a repetition had another id. */
    ids: of('deliveryId'),
    sentAgain: of('messageId') - items.size,
    receivedAgain: receipts.flat().length - of('messageId'),
  };
}
