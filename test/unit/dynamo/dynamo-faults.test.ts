import type { BatchGetItemCommandInput, BatchWriteItemCommandInput } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { AwsError, toAwsError } from '../../../lib/base/aws/aws-error.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { MAX_STATE_BYTES } from '../../../lib/dynamo/feed-row.ts';
import { MAX_ITEM_BYTES } from '../../../lib/dynamo/seen-row.ts';
import type { FeedKey, ItemRecord } from '../../../lib/feed/feed-ledger.ts';
import { awsFault, scriptClient } from '../../support/aws/scripted-client.ts';
import { failure } from '../../support/client.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const feed: FeedKey = { domain: 'acme', feed: 'cases' };
const TABLE = 'ledger';
const NOW = 1_763_197_200_000;

function setUp<Input>(answer: (input: Input, call: number, name: string) => unknown) {
  const clock = createManualClock();
  const { client, calls } = scriptClient(answer);
  const ledger = createDynamoFeedLedger({ client, tableName: TABLE, clock, random: () => 0.5 });
  return { ledger, calls, clock };
}

const records = (count: number): ItemRecord[] =>
  Array.from({ length: count }, (_, n) => ({ id: `i${n}`, createdAtMs: NOW, missing: [] }));
const writes = (input: BatchWriteItemCommandInput) => input.RequestItems?.[TABLE] ?? [];
const keys = (input: BatchGetItemCommandInput) => input.RequestItems?.[TABLE]?.Keys ?? [];

describe('recording', () => {
  it('sends again what DynamoDB left unprocessed, and only that, with growing pauses', async () => {
    const { ledger, calls, clock } = setUp<BatchWriteItemCommandInput>((input, call) =>
      call < 4 ? { UnprocessedItems: { [TABLE]: writes(input).slice(0, 4 - call) } } : {},
    );
    await ledger.record(feed, records(25));
    expect(calls.map(({ input }) => writes(input).length)).toEqual([25, 3, 2, 1]);
    expect(clock.slept).toHaveLength(3);
  });

  it('throws when DynamoDB takes nothing, again and again, and says so', async () => {
    const { ledger, calls, clock } = setUp<BatchWriteItemCommandInput>((input) => ({
      UnprocessedItems: input.RequestItems,
    }));
    const error = await failure(ledger.record(feed, records(3)));
    expect(error).toMatchObject({ code: 'throttled', retryable: true });
    expect(calls).toHaveLength(8);
    expect(clock.slept.toSorted((a, b) => a - b)).toEqual(clock.slept);
  });

  it('repeats calls that were throttled or lost, and not those that were refused', async () => {
    const shaky = setUp((_, call) => {
      if (call === 1) throw awsFault('ProvisionedThroughputExceededException');
      if (call === 2) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      return {};
    });
    await shaky.ledger.record(feed, records(1));
    expect(shaky.calls).toHaveLength(3);

    const denied = setUp(() => {
      throw awsFault('AccessDeniedException', 400, 'not authorized to perform: dynamodb:BatchWriteItem');
    });
    const error = await failure(denied.ledger.record(feed, records(1)));
    expect(error).toMatchObject({ code: 'rejected', retryable: false });
    expect(String(error)).toContain('dynamodb:BatchWriteItem');
    expect(denied.calls).toHaveLength(1);
  });

  it('never has more than eight calls under way, and uses 25 rows a call', async () => {
    let now = 0;
    let most = 0;
    const { ledger, calls } = setUp(async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now--;
      return {};
    });
    await ledger.record(feed, records(1_000));
    expect(calls).toHaveLength(40);
    expect(most).toBe(8);
  });

  it('splits what is too heavy for one call', async () => {
    const { ledger, calls } = setUp(() => ({}));
    const item = 'x'.repeat(300_000);
    await ledger.record(
      feed,
      records(20).map((record) => ({ ...record, missing: ['a'], item })),
    );
    expect(calls.length).toBeGreaterThan(3);
  });

  it('refuses an item that no row can hold before it writes anything', async () => {
    const { ledger, calls } = setUp(() => ({}));
    const huge = { id: 'huge', createdAtMs: NOW, missing: ['soc'], item: 'x'.repeat(MAX_ITEM_BYTES) };
    const error = await failure(ledger.record(feed, [...records(30), huge]));
    expect(error).toMatchObject({ code: 'too_large', retryable: false });
    expect(String(error)).toContain('item huge');
    expect(calls).toHaveLength(0);
  });
});

describe('asking what was recorded', () => {
  it('asks for a hundred at a time, consistently, and only for what it needs', async () => {
    const { ledger, calls } = setUp<BatchGetItemCommandInput>(() => ({ Responses: {} }));
    await ledger.recorded(
      feed,
      records(250).map(({ id }) => id),
    );
    expect(calls.map(({ input }) => keys(input).length)).toEqual([100, 100, 50]);
    expect(calls[0]?.input.RequestItems?.[TABLE]).toMatchObject({
      ConsistentRead: true,
      ProjectionExpression: '#pk, #v, #missing, #quiet',
    });
  });

  it('asks again for keys that were left unprocessed, and throws rather than forget one', async () => {
    const answer = (input: BatchGetItemCommandInput, left: number) => {
      const asked = keys(input);
      return {
        Responses: { [TABLE]: asked.slice(left).map(({ pk }) => ({ pk })) },
        UnprocessedKeys: left > 0 ? { [TABLE]: { Keys: asked.slice(0, left) } } : {},
      };
    };
    const ids = records(5).map(({ id }) => id);
    const shaky = setUp<BatchGetItemCommandInput>((input, call) => answer(input, Math.max(0, 3 - call)));
    expect((await shaky.ledger.recorded(feed, ids)).size).toBe(5);
    const stuck = setUp<BatchGetItemCommandInput>((input) => answer(input, keys(input).length));
    expect(await failure(stuck.ledger.recorded(feed, ids))).toMatchObject({ code: 'throttled' });
  });
});

describe('the row of a feed', () => {
  const claim = { holder: 'a', version: 3, nowMs: NOW, leaseMs: 1_000 };

  it('knows its own write again when the answer got lost and the SDK repeated the call', async () => {
    let writeId: unknown;
    const { ledger } = setUp<{ ExpressionAttributeValues?: Record<string, unknown> }>((input, _, name) => {
      if (name === 'GetItemCommand') return { Item: { version: { N: '4' }, writeId } };
      writeId = input.ExpressionAttributeValues?.[':writeId'];
      throw awsFault('ConditionalCheckFailedException');
    });
    expect(await ledger.claim(feed, claim)).toEqual({ claimed: true, version: 4 });
    expect(await ledger.save(feed, { ...claim, state: 1, release: false })).toBe(4);
  });

  it('refuses a state that no row can hold, and says how large it is', async () => {
    const { ledger, calls } = setUp(() => ({}));
    const state = 'é'.repeat(MAX_STATE_BYTES / 2);
    const error = await failure(ledger.save(feed, { ...claim, state, release: false }));
    expect(error).toMatchObject({ code: 'too_large' });
    expect(String(error)).toContain(String(MAX_STATE_BYTES + 2));
    expect(calls).toHaveLength(0);
  });

  it('throws errors that say what failed and whether to try again', async () => {
    const { ledger } = setUp(() => {
      throw awsFault('InternalServerError', 500);
    });
    const unreachable = { code: 'unreachable', retryable: true };
    expect(await failure(ledger.load(feed))).toMatchObject({
      ...unreachable,
      message: 'GetItem failed: InternalServerError',
    });
    expect(await failure(ledger.claim(feed, claim))).toMatchObject(unreachable);
    expect(await failure(ledger.unfinished(feed, 1))).toMatchObject(unreachable);
  });
});

describe('an error from AWS', () => {
  it.each([
    ['throttled', awsFault('ThrottlingException')],
    ['throttled', awsFault('RequestThrottled')],
    ['throttled', awsFault('Whatever', 429)],
    ['unreachable', awsFault('Whatever', 503)],
    ['unreachable', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
    ['unreachable', Object.assign(new Error('x'), { name: 'AbortError' })],
    ['rejected', awsFault('ValidationException')],
    ['rejected', 'a string'],
  ])('is %s when it is one', (code, thrown) => {
    expect(toAwsError('Op', thrown).code).toBe(code);
  });

  it('never quotes a signed request', () => {
    const fault = awsFault('InvalidSignatureException', 403, 'x-amz-security-token:SECRET');
    expect(toAwsError('Op', fault).message).toBe('Op failed: InvalidSignatureException');
  });

  it('passes our own errors through', () => {
    const own = new AwsError('too_large', 'x');
    expect(toAwsError('Op', own)).toBe(own);
  });
});
