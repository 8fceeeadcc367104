import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AsideMessage,
  backoffFor,
  delayAsAsked,
  type Handled,
  type MessageMeta,
  type SqsBatchOptions,
  type SqsRecord,
} from '../../../../lib/base/queues/sqs-batch.ts';
import { UnreadableError } from '../../../../lib/base/read-versioned.ts';
import { sqsBatch, wakeUpOf } from '../../../../lib/outbox/wake-up.ts';

const wakeUp = (n: number): string =>
  wakeUpOf({ domain: 'acme', destination: 'soc', items: [{ feed: 'cases', id: `d${n}` }], time: '1' }).body;

const ARN = 'arn:aws:sqs:eu-west-1:123456789012:slack';
const record = (n: number, group: string | null, body = wakeUp(n)): SqsRecord => ({
  messageId: `m${n}`,
  body,
  eventSourceARN: group === null ? ARN : `${ARN}.fifo`,
  attributes: {
    ApproximateReceiveCount: '3',
    SentTimestamp: '1763197200000',
    ...(group !== null && { MessageGroupId: group }),
  },
});
const ten = (groups: readonly string[] | null): SqsRecord[] =>
  Array.from({ length: 10 }, (_, n) => record(n, groups && (groups[n % groups.length] ?? '')));

/** Runs ten messages through a handler; `outcomes` by number, done otherwise. */
async function run(
  records: readonly SqsRecord[],
  outcomes: Record<number, Handled | Error> = {},
  options: Partial<SqsBatchOptions> & { remainingMs?: () => number } = {},
) {
  const handled: string[] = [];
  const parked: AsideMessage[] = [];
  const { remainingMs, ...rest } = options;
  const handler = sqsBatch(
    async ({ items }) => {
      const id = items[0]?.id ?? '';
      handled.push(id);
      const outcome = outcomes[Number(id.slice(1))] ?? 'done';
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    { park: async (message) => void parked.push(message), ...rest },
  );
  const context = remainingMs && { getRemainingTimeInMillis: remainingMs };
  const { batchItemFailures } = await handler({ Records: records }, context);
  return { handled, parked, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

const all = Array.from({ length: 10 }, (_, n) => `m${n}`);

describe('a batch from a standard queue', () => {
  it('reports no failure when everything is done', async () => {
    expect((await run(ten(null))).failed).toEqual([]);
  });

  it('reports exactly what failed, by answer or by exception', async () => {
    const { failed, handled } = await run(ten(null), { 2: 'retry', 7: new Error('boom') });
    expect(failed).toEqual(['m2', 'm7']);
    expect(handled).toHaveLength(10);
  });

  it('never reports an empty list when everything failed', async () => {
    const outcomes = Object.fromEntries(all.map((_, n) => [n, new Error('down')]));
    expect((await run(ten(null), outcomes)).failed).toEqual(all);
  });

  it('handles as many at a time as allowed', async () => {
    let now = 0;
    let most = 0;
    const handler = sqsBatch(
      async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 1));
        now--;
        return 'done';
      },
      { park: async () => undefined, concurrency: 3 },
    );
    await handler({ Records: ten(null) });
    expect(most).toBe(3);
  });

  it('tells the handler the group of a message and how often it came', async () => {
    let seen: unknown;
    const handler = sqsBatch(
      async (_envelope, meta) => {
        seen = meta;
        return 'done';
      },
      { park: async () => undefined },
    );
    await handler({ Records: [record(1, 'C1')] });
    expect(seen).toEqual({
      messageId: 'm1',
      group: 'C1',
      receiveCount: 3,
      receiptHandle: '',
      isLast: true,
      remainingMs: expect.any(Function),
    });
  });

  it('lets a message rest for as long as the handler asks, and still reports it as failed', async () => {
    const rested: [string, number][] = [];
    const postpone = async ({ messageId }: MessageMeta, ms: number) => void rested.push([messageId, ms]);
    const { failed } = await run(ten(null), { 3: { retryAfterMs: 4_000 } }, { postpone });
    expect(rested).toEqual([['m3', 4_000]]);
    expect(failed).toEqual(['m3']);
  });

  it('reports a message as failed that could not be quarantined', async () => {
    const postpone = () => Promise.reject(new Error('SQS is down'));
    expect((await run(ten(null), { 3: { retryAfterMs: 4_000 } }, { postpone })).failed).toEqual(['m3']);
  });
});

describe('how long a message is tried', () => {
  const HOURS_27 = 27 * 3_600_000;
  const RECEIVES = 130;
  const sum = (rest: (receiveCount: number) => number) =>
    Array.from({ length: RECEIVES }, (_, n) => rest(n + 1)).reduce((total, ms) => total + ms, 0);

  it('is more than 27 hours, however it fails', () => {
    expect(sum((receiveCount) => backoffFor({ receiveCount }))).toBeGreaterThan(HOURS_27);
    expect(sum((receiveCount) => delayAsAsked({ receiveCount }, 1_000))).toBeGreaterThan(HOURS_27);
  });

  it('is as asked for at first', () => {
    expect(delayAsAsked({ receiveCount: 10 }, 1_000)).toBe(1_000);
    expect(delayAsAsked({ receiveCount: 20 }, 3_600_000)).toBe(3_600_000);
  });
});

describe('a batch from a FIFO queue', () => {
  /** Two channels of which the second is at work until the first was released, and one that fails. */
  async function release(records: readonly SqsRecord[], fails = false) {
    const released: string[][] = [];
    let finish = (): void => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const handler = sqsBatch(
      async ({ items }) => {
        if (items[0]?.id === 'd2') return 'retry';
        if (items[0]?.id === 'd1') await slow;
        return 'done';
      },
      {
        park: async () => undefined,
        async release(metas) {
          released.push(metas.map(({ messageId }) => messageId));
          finish();
          if (fails) throw new Error('SQS is down');
        },
      },
    );
    const quiet = setTimeout(finish, 200);
    const { batchItemFailures } = await handler({ Records: records });
    clearTimeout(quiet);
    return { released, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
  }

  it.each([false, true])(
    'deletes what is done of a channel while another is at work; SQS fails: %s',
    async (fails) => {
      const records = [record(0, 'C1'), record(1, 'C2'), record(2, 'C1')];
      expect(await release(records, fails)).toEqual({ released: [['m0']], failed: ['m2'] });
    },
  );

  it('leaves the last channel of a batch to Lambda, and messages that hold up nobody', async () => {
    expect((await release([record(0, 'C1'), record(3, 'C1')])).released).toEqual([]);
    expect((await release([record(0, null), record(1, null)])).released).toEqual([]);
  });

  it('lets those behind a failure rest as long as it, so that their group is not held up for longer', async () => {
    const rested: [string, number][] = [];
    const postpone = async ({ messageId }: MessageMeta, ms: number) => void rested.push([messageId, ms]);
    await run(ten(['C1', 'C2']), { 6: { retryAfterMs: 4_000 } }, { postpone });
    expect(rested).toEqual([
      ['m6', 4_000],
      ['m8', 4_000],
    ]);
  });

  it('stops at a failure and returns it with all that follows in its group', async () => {
    const { failed, handled } = await run(ten(['C1']), { 4: 'retry' });
    expect(handled).toEqual(['d0', 'd1', 'd2', 'd3', 'd4']);
    expect(failed).toEqual(['m4', 'm5', 'm6', 'm7', 'm8', 'm9']);
  });

  it('goes on with the other groups', async () => {
    const { failed } = await run(ten(['C1', 'C2']), { 4: new Error('boom') });
    expect(failed).toEqual(['m4', 'm6', 'm8']);
  });

  it('handles a group one message at a time, in order, whatever the other groups do', async () => {
    const { handled } = await run(ten(['C1', 'C2', 'C3']));
    for (const group of [0, 1, 2]) {
      const mine = handled.filter((id) => Number(id.slice(1)) % 3 === group);
      expect(mine).toEqual(mine.toSorted());
    }
  });

  it('is not held up by what is parked', async () => {
    const { failed, parked } = await run(ten(['C1']), { 0: { parkedBecause: 'channel_not_found' } });
    expect(failed).toEqual([]);
    expect(parked).toMatchObject([{ reason: 'channel_not_found', meta: { messageId: 'm0' } }]);
  });

  it('reports as failed exactly what was not dealt with, for any outcomes', async () => {
    const outcome = fc.constantFrom<Handled | Error>(
      'done',
      'done',
      'retry',
      { parkedBecause: 'x' },
      new Error('boom'),
    );
    const groups = fc.array(fc.constantFrom('C1', 'C2', 'C3'), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(outcome, { minLength: 10, maxLength: 10 }),
        groups,
        async (outcomes, names) => {
          const records = ten(names);
          const { failed } = await run(records, { ...outcomes });
          const broken = new Set<string | undefined>();
          const expected = records.flatMap(({ messageId, attributes }, n) => {
            const ends = outcomes[n] === 'retry' || outcomes[n] instanceof Error;
            if (ends) broken.add(attributes.MessageGroupId);
            return broken.has(attributes.MessageGroupId) ? [messageId] : [];
          });
          expect(failed).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a message that nobody can read', () => {
  it('is parked with its body and the reason, and does not come back', async () => {
    const { failed, parked, handled } = await run([record(0, 'C1', '{"v":1'), record(1, 'C1')]);
    expect(failed).toEqual([]);
    expect(parked).toMatchObject([{ body: '{"v":1', reason: 'the message is not JSON' }]);
    expect(handled).toEqual(['d1']);
  });

  it('comes back when it could not be parked', async () => {
    const park = () => Promise.reject(new Error('no access'));
    expect((await run([record(0, null, 'x'), record(1, null)], {}, { park })).failed).toEqual(['m0']);
  });
});

describe('a message that another version may understand', () => {
  const ofVersion2 = JSON.stringify({ ...JSON.parse(wakeUp(0)), v: 2 });
  const ofAnotherKind = JSON.stringify({ ...JSON.parse(wakeUp(0)), kind: 'poem' });
  const asides = () => {
    const quarantined: AsideMessage[] = [];
    const over: string[] = [];
    const quarantine = async (message: AsideMessage) => void quarantined.push(message);
    return {
      quarantined,
      over,
      quarantine,
      endQuarantine: async (id: string, body: string) => void over.push(`${id} ${body.length}`),
    };
  };
  const fromQuarantine = (n: number, body?: string): SqsRecord => ({
    ...record(n, 'C1', body),
    messageAttributes: { quarantine: { stringValue: `r${n}` } },
  });

  it.each([
    ['of a later version', ofVersion2],
    ['of another kind', ofAnotherKind],
  ])('is quarantined when it is %s, and those behind it go on', async (_what, body) => {
    const { quarantined, ...options } = asides();
    const { failed, parked, handled } = await run([record(0, 'C1', body), record(1, 'C1')], {}, options);
    expect({ failed, parked, handled }).toEqual({ failed: [], parked: [], handled: ['d1'] });
    expect(quarantined).toMatchObject([{ body, meta: { messageId: 'm0', group: 'C1' } }]);
  });

  it('is quarantined when the handler says so, or meets a row that it does not understand', async () => {
    const { quarantined, ...options } = asides();
    const outcomes = {
      1: { quarantinedBecause: 'no such destination' },
      2: new UnreadableError('a newer row'),
    };
    const { failed } = await run(ten(['C1']), outcomes, options);
    expect(failed).toEqual([]);
    expect(quarantined.map(({ reason }) => reason)).toEqual(['no such destination', 'a newer row']);
  });

  it('comes back when it could not be quarantined', async () => {
    const quarantine = () => Promise.reject(new Error('no table'));
    expect((await run([record(0, 'C1', ofVersion2)], {}, { quarantine })).failed).toEqual(['m0']);
  });

  it('is quarantined no longer once it is dealt with, and only then', async () => {
    const { over, quarantined, ...options } = asides();
    const records = [
      fromQuarantine(0),
      fromQuarantine(1),
      fromQuarantine(2),
      fromQuarantine(3, ofVersion2),
      record(4, 'C1'),
    ];
    const { failed } = await run(
      records,
      { 1: { parkedBecause: 'x' }, 2: { quarantinedBecause: 'y' } },
      options,
    );
    expect(failed).toEqual([]);
    expect(over).toEqual([0, 1].map((n) => `r${n} ${records[n]?.body.length}`));
    expect(quarantined.map(({ meta }) => meta.quarantineId)).toEqual(['r2', 'r3']);
    const endQuarantine = () => Promise.reject(new Error('no table'));
    expect((await run([fromQuarantine(0)], {}, { ...options, endQuarantine })).failed).toEqual(['m0']);
  });
});

describe('a batch for which the time runs out', () => {
  it('begins nothing new and returns the rest, also with exactly nothing left', async () => {
    let left = 5_000;
    const remainingMs = () => {
      left = Math.max(0, left - 1_000);
      return left;
    };
    const { handled, failed } = await run(ten(['C1']), {}, { remainingMs });
    expect(handled).toEqual(['d0', 'd1', 'd2', 'd3']);
    expect(failed).toEqual(all.slice(4));
    expect((await run(ten(null), {}, { remainingMs: () => 0 })).failed).toEqual(all);
  });
});

it('survives a callback that throws', async () => {
  const onRetry = () => {
    throw new Error('the logger is broken');
  };
  expect((await run(ten(null), { 3: new Error('boom') }, { onRetry })).failed).toEqual(['m3']);
});

it('tells why a message comes back that failed, and nothing of one that asked to come later', async () => {
  const told: string[] = [];
  const onRetry = ({ messageId }: MessageMeta, reason: unknown) => void told.push(`${messageId} ${reason}`);
  const outcomes = { 1: 'retry', 2: { retryAfterMs: 5 }, 3: new Error('boom') } as const;
  expect((await run(ten(null), outcomes, { onRetry })).failed).toEqual(['m1', 'm2', 'm3']);
  expect(told).toEqual(['m3 Error: boom']);
});
