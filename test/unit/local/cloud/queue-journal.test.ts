import { once } from 'node:events';
import {
  appendFile,
  copyFile,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { JOURNAL, openQueueJournal } from '../../../../local/cloud/queue-journal.ts';
import { type LocalQueues, startQueues } from '../../../../local/cloud/queues.ts';
import { startTables } from '../../../../local/cloud/tables.ts';
import { LOCAL_CREDENTIALS } from '../../../support/aws/quiet-sdk.ts';
import { queue, startCloud } from './harness.ts';

const REGION = 'eu-west-1';
const NAMES = ['plain', 'plain-dead', 'order.fifo', 'order-dead.fifo'] as const;
type Name = (typeof NAMES)[number];
const arn = (name: string) => `arn:aws:sqs:${REGION}:000000000000:${name}`;

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'queue-journal-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Two queues, each with one for what it gives up after two receives. */
async function startFour(dir: string): Promise<LocalQueues> {
  const queues = await startQueues(REGION, dir);
  for (const name of NAMES) {
    const dead = name.replace(/^(plain|order)(\.fifo)?$/, '$1-dead$2');
    const properties = {
      VisibilityTimeout: 1_000,
      ...(name.endsWith('.fifo') && { FifoQueue: true }),
      ...(dead !== name && { RedrivePolicy: { deadLetterTargetArn: arn(dead), maxReceiveCount: 2 } }),
    };
    const identity = { ref: name, attributes: { Arn: arn(name), QueueName: name } };
    await queues.create({ logicalId: name, identity, properties } as never);
  }
  return queues;
}

/** Another process on a copy of what is on disk at this moment. Nobody tells the first one that it is over. */
async function crash(dead: LocalQueues, dir: string, torn = ''): Promise<[LocalQueues, string]> {
  const next = await folder();
  await copyFile(join(dir, JOURNAL), join(next, JOURNAL));
  await appendFile(join(next, JOURNAL), torn);
  await dead.stop();
  return [await startFour(next), next];
}

interface Message {
  readonly MessageId: string;
  readonly Body: string;
  readonly ReceiptHandle: string;
  readonly Attributes: Record<string, string>;
}

async function receive(queues: LocalQueues, name: Name, most = 10): Promise<Message[]> {
  const asked = { MaxNumberOfMessages: most, MessageSystemAttributeNames: ['All'] };
  const { Messages = [] } = await queues.call<{ Messages?: Message[] }>('ReceiveMessage', arn(name), asked);
  return Messages;
}
const remove = (queues: LocalQueues, name: Name, ReceiptHandle: string) =>
  queues.call('DeleteMessage', arn(name), { ReceiptHandle });

async function drain(queues: LocalQueues, name: Name): Promise<Message[]> {
  const all: Message[] = [];
  for (let some = await receive(queues, name); some.length > 0; some = await receive(queues, name)) {
    all.push(...some);
    for (const { ReceiptHandle } of some) await remove(queues, name, ReceiptHandle);
  }
  return all;
}
const bodies = (messages: readonly Message[]) => messages.map(({ Body }) => Body);

type Step =
  | { readonly is: 'send' | 'send batch'; readonly to: 'plain' | 'order.fifo'; readonly group: number }
  | { readonly is: 'send again' | 'delete' | 'release'; readonly which: number }
  | { readonly is: 'receive'; readonly from: Name; readonly most: number }
  | { readonly is: 'crash'; readonly torn: string };

const is = <T extends Step['is']>(one: T) => fc.constant(one);
const sending = { to: fc.constantFrom('plain' as const, 'order.fifo' as const), group: fc.nat({ max: 2 }) };
const which = fc.nat({ max: 1_000 });
const receiving = { from: fc.constantFrom(...NAMES), most: fc.integer({ min: 1, max: 10 }) };
const torn = fc.constantFrom('', '{', '{"gone":["', '{"put":{"messageId":"x"},"in":"');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: is('send'), ...sending }) },
  { weight: 2, arbitrary: fc.record({ is: is('send batch'), ...sending }) },
  { weight: 1, arbitrary: fc.record({ is: is('send again'), which }) },
  { weight: 6, arbitrary: fc.record({ is: is('receive'), ...receiving }) },
  { weight: 3, arbitrary: fc.record({ is: is('delete'), which }) },
  { weight: 3, arbitrary: fc.record({ is: is('release'), which }) },
  { weight: 2, arbitrary: fc.record({ is: is('crash'), torn }) },
);

/** The queues beside what must be in them. Bodies are numbers in the order in which they were sent. */
async function startModel() {
  let dir = await folder();
  let queues = await startFour(dir);
  let count = 0;
  const undeleted = new Set<string>();
  const unseen = new Map<string, { readonly id: string; readonly input: object }>();
  const handles: { name: Name; handle: string; body: string; good: boolean }[] = [];
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];

  const message = (to: Name, group: number) => {
    const MessageBody = String(++count).padStart(4, '0');
    if (to === 'plain') return { MessageBody };
    return { MessageBody, MessageGroupId: `g${group}`, MessageDeduplicationId: `d${MessageBody}` };
  };

  async function restart(half = ''): Promise<void> {
    const before = await depthsOf(queues);
    [queues, dir] = await crash(queues, dir, half);
    expect(await depthsOf(queues)).toEqual(before);
    for (const one of handles) one.good = false;
  }

  async function take(step: Step): Promise<void> {
    switch (step.is) {
      case 'send': {
        const input = message(step.to, step.group);
        const { MessageId: id } = await queues.call<Message>('SendMessage', arn(step.to), input);
        undeleted.add(input.MessageBody);
        if (step.to === 'order.fifo') unseen.set(input.MessageBody, { id, input });
        return;
      }
      case 'send batch': {
        const good = [message(step.to, step.group), message(step.to, step.group)];
        const bad = { ...message(step.to, step.group), MessageBody: '\u0000' };
        const Entries = [...good, bad].map((one, index) => ({ Id: String(index), ...one }));
        const { Failed } = await queues.call<{ Failed: object[] }>('SendMessageBatch', arn(step.to), {
          Entries,
        });
        expect(Failed).toHaveLength(1);
        for (const { MessageBody } of good) undeleted.add(MessageBody);
        return;
      }
      case 'send again': {
        const known = pick([...unseen.values()], step.which);
        if (!known) return;
        const { MessageId } = await queues.call<Message>('SendMessage', arn('order.fifo'), known.input);
        expect(MessageId).toBe(known.id);
        return;
      }
      case 'receive':
        for (const { Body: body, ReceiptHandle: handle } of await receive(queues, step.from, step.most)) {
          expect(undeleted).toContain(body);
          unseen.delete(body);
          handles.push({ name: step.from, handle, body, good: true });
        }
        return;
      case 'delete':
      case 'release': {
        const one = pick(handles, step.which);
        if (!one) return;
        if (step.is === 'delete') await remove(queues, one.name, one.handle);
        else {
          const now = { ReceiptHandle: one.handle, VisibilityTimeout: 0 };
          // Refused where the handle is no longer good.
          await queues.forward('ChangeMessageVisibility', arn(one.name), now);
        }
        if (one.good && step.is === 'delete') undeleted.delete(one.body);
        one.good = false;
        return;
      }
      case 'crash':
        return restart(step.torn);
    }
  }

  return { take, restart, undeleted, drain: (name: Name) => drain(queues, name), stop: () => queues.stop() };
}

describe('queues that are kept', () => {
  it('lose nothing, bring nothing back and keep the order of a group, whatever happens between crashes', async () => {
    const history = fc.array(anyStep, { minLength: 5, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const model = await startModel();
        try {
          for (const step of steps) await model.take(step);
          await model.restart();
          const left: string[] = [];
          for (const name of NAMES) {
            const got = await model.drain(name);
            left.push(...bodies(got));
            if (name !== 'order.fifo') continue;
            for (const group of ['g0', 'g1', 'g2']) {
              const own = bodies(got.filter(({ Attributes }) => Attributes.MessageGroupId === group));
              expect(own).toEqual(own.toSorted());
            }
          }
          expect(left.toSorted()).toEqual([...model.undeleted].toSorted());
          await model.restart();
        } finally {
          await model.stop();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('have the same message again: id, attributes, group, how often it was received', async () => {
    const dir = await folder();
    const first = await startFour(dir);
    const input = {
      MessageBody: 'a\nb\u2028c',
      MessageGroupId: 'g',
      MessageDeduplicationId: 'd',
      MessageAttributes: { kind: { DataType: 'Binary', BinaryValue: 'AAEC' } },
    };
    await first.call('SendMessage', arn('order.fifo'), input);
    const [before] = await receive(first, 'order.fifo');
    const [second] = await crash(first, dir);
    const [after] = await receive(second, 'order.fifo');
    await second.stop();
    const again = {
      ...before?.Attributes,
      ApproximateReceiveCount: '2',
      // The journal looks at the clock a moment after the queue did.
      ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
    };
    expect(after).toEqual({ ...before, ReceiptHandle: after?.ReceiptHandle, Attributes: again });
  });

  it('find a message that was given up where it went, and count on from there', async () => {
    const dir = await folder();
    let queues = await startFour(dir);
    await queues.call('SendMessage', arn('plain'), { MessageBody: 'poison' });
    let at = dir;
    for (let times = 0; times < 2; times++) {
      expect(bodies(await receive(queues, 'plain'))).toEqual(['poison']);
      [queues, at] = await crash(queues, at);
    }
    expect(await receive(queues, 'plain')).toEqual([]);
    [queues] = await crash(queues, at);
    expect(await depthsOf(queues)).toMatchObject({ plain: 0, 'plain-dead': 1 });
    expect(bodies(await receive(queues, 'plain-dead'))).toEqual(['poison']);
    await queues.stop();
  });

  it('still hold back what was sent with a delay, and no longer than that', async () => {
    const dir = await folder();
    const first = await startFour(dir);
    await first.call('SendMessage', arn('plain'), { MessageBody: 'soon', DelaySeconds: 1 });
    await first.call('SendMessage', arn('plain'), { MessageBody: 'later', DelaySeconds: 900 });
    const [second, at] = await crash(first, dir);
    expect((await second.depths()).plain).toEqual({ waiting: 0, inFlight: 0, delayed: 2 });
    await sleep(1_050);
    const [third] = await crash(second, at);
    expect((await third.depths()).plain).toEqual({ waiting: 1, inFlight: 0, delayed: 1 });
    await third.stop();
  });

  it('are empty after a purge, also after the next start', async () => {
    const dir = await folder();
    const first = await startFour(dir);
    for (const MessageBody of ['a', 'b', 'c']) await first.call('SendMessage', arn('plain'), { MessageBody });
    await first.call('SendMessage', arn('plain'), { MessageBody: 'd', DelaySeconds: 60 });
    await receive(first, 'plain', 1);
    await first.call('PurgeQueue', arn('plain'), {});
    const [second] = await crash(first, dir);
    expect(await depthsOf(second)).toMatchObject({ plain: 0 });
    await second.stop();
  });

  it('keep the messages of a queue that the template has no longer', async () => {
    const dir = await folder();
    const first = await startFour(dir);
    await first.call('SendMessage', arn('plain'), { MessageBody: 'kept' });
    await first.stop();
    await (await startQueues(REGION, dir)).stop();
    const third = await startFour(dir);
    expect(bodies(await receive(third, 'plain'))).toEqual(['kept']);
    await third.stop();
  });

  it('take nothing that they cannot write down', async () => {
    const dir = await folder();
    const queues = await startFour(dir);
    const file = await open(join(dir, JOURNAL));
    await file.close();
    const full = vi.spyOn(Object.getPrototypeOf(file), 'appendFile');
    full.mockRejectedValueOnce(new Error('ENOSPC'));
    onTestFinished(() => full.mockRestore());
    const send = () => queues.call('SendMessage', arn('plain'), { MessageBody: 'x' });
    await expect(send()).rejects.toThrow('ENOSPC');
    await expect(send()).rejects.toThrow('ENOSPC');
    await queues.stop();
  });
});

const message = (messageId: string) => ({
  messageId,
  body: `body of ${messageId}`,
  md5OfBody: '',
  messageAttributes: {},
  md5OfMessageAttributes: '',
  sentTimestamp: 0,
  approximateReceiveCount: 0,
});

describe('the journal', () => {
  const change = fc.record({ is: fc.constantFrom('put', 'received', 'gone'), id: fc.nat({ max: 9 }) });

  it('is at every byte the history up to there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (all, at) => {
          const path = join(await folder(), JOURNAL);
          const journal = await openQueueJournal(dirname(path));
          const now = () => journal.messagesOf('q').map(({ messageId: id }) => id);
          const states = [{ bytes: 0, ids: now() }];
          for (const { is: what, id } of all) {
            if (what === 'put') journal.put('q', message(String(id)));
            else journal[what as 'gone' | 'received']([String(id)]);
            await journal.written();
            states.push({ bytes: (await stat(path)).size, ids: now() });
          }
          await journal.close();
          const cut = Math.floor(at * (states.at(-1)?.bytes ?? 0));
          await truncate(path, cut);
          const again = await openQueueJournal(dirname(path));
          const left = again.messagesOf('q').map(({ messageId: id }) => id);
          await again.close();
          expect(left).toEqual(states.findLast(({ bytes }) => bytes <= cut)?.ids);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('does not grow with what is gone, and says the same when it was written anew', async () => {
    const dir = await folder();
    const journal = await openQueueJournal(dir, { mostDead: 10 });
    const queued = Array.from({ length: 20 }, (_, index) => message(`kept ${index}`));
    for (const one of queued) journal.put('q', one);
    for (let index = 0; index < 500; index++) {
      const [one] = [message(`gone ${index}`)];
      journal.put('q', one);
      one.approximateReceiveCount++;
      journal.received([one.messageId]);
      journal.gone([one.messageId]);
      if (index % 7 === 0) await journal.written();
    }
    await journal.written();
    expect(linesIn(await readFile(join(dir, JOURNAL), 'utf8'))).toBeLessThan(80);
    expect((await stat(join(dir, JOURNAL))).mode & 0o777).toBe(0o600);
    await journal.close();
    const again = await openQueueJournal(dir);
    expect(again.messagesOf('q')).toEqual(queued);
    await again.close();
  });

  it('says which line cannot be read, and leaves the file alone', async () => {
    const dir = await folder();
    await writeFile(join(dir, JOURNAL), '{"gone":[]}\n{"gone":\n{"gone":[]}\n');
    await expect(openQueueJournal(dir)).rejects.toThrow(
      `${join(dir, JOURNAL)}, line 2 is damaged: it cannot be read`,
    );
    expect(linesIn(await readFile(join(dir, JOURNAL), 'utf8'))).toBe(3);
  });
});

describe('a folder', () => {
  it('is for one local cloud at a time', async () => {
    const dataDir = await folder();
    const parts = { resources: { Queue: queue() } };
    const first = await startCloud(parts, { dataDir });
    const sentence = `another local cloud is using ${dataDir}: stop it, or choose another folder`;
    await expect(startCloud(parts, { dataDir })).rejects.toThrow(sentence);
    await first.stop();
    await startCloud(parts, { dataDir });
  });

  it('may hold a table that was being made when the local cloud was killed', async () => {
    const dataDir = await folder();
    const keys = {
      TableName: 'ledger',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' as const },
        { AttributeName: 'open', AttributeType: 'S' as const },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'open',
          KeySchema: [{ AttributeName: 'open', KeyType: 'HASH' as const }],
          Projection: { ProjectionType: 'ALL' as const },
        },
      ],
    };
    await leaveHalfMade(dataDir, keys);
    const tables = await startTables(REGION, dataDir);
    onTestFinished(() => tables.stop());
    await tables.create({ logicalId: 'L', identity: { ref: 'ledger' }, properties: keys } as never);
    const { client } = tables;
    const Item = { pk: { S: 'a' }, open: { S: 'yes' } };
    await client.send(new PutItemCommand({ TableName: 'ledger', Item }));
    const found = await client.send(new ScanCommand({ TableName: 'ledger', IndexName: 'open' }));
    expect(found.Items).toEqual([Item]);
  });
});

/** As a kill right after the first of the two writes that make a table. */
async function leaveHalfMade(path: string, keys: ConstructorParameters<typeof CreateTableCommand>[0]) {
  const dynalite = createRequire(import.meta.url)('dynalite') as (options: object) => Server;
  const server = dynalite({ path, createTableMs: 60_000 }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new DynamoDBClient({ endpoint, ...LOCAL_CREDENTIALS });
  await client.send(new CreateTableCommand({ ...keys, BillingMode: 'PAY_PER_REQUEST' }));
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const linesIn = (text: string): number => text.split('\n').length - 1;
const depthsOf = async (queues: LocalQueues): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(await queues.depths()).map(([name, depth]) => [
      name,
      depth.waiting + depth.inFlight + depth.delayed,
    ]),
  );
