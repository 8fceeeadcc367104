import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../../../lib/base/read-versioned.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import type { Row } from '../../../lib/dynamo/row-values.ts';
import { enqueueItems } from '../../../lib/feed/enqueue-items.ts';
import { NO_FACTS } from '../../../lib/feed/fact-finder.ts';
import { initialState } from '../../../lib/feed/feed-state.ts';
import { retryUnfinished } from '../../../lib/feed/retry-unfinished.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { createWithholding } from '../../../lib/feed/withholding.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { failure } from '../../support/client.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { coversNothing } from '../../support/tells-nothing.ts';
import { createFeedHarness, messagesTo, RULES } from '../feed/feed-harness.ts';
import { aVerdict, CASE_ID } from '../verdict/examples.ts';

const FEED = { domain: 'acme', feed: 'threats' } as const;

function setUp() {
  const table = new FakeDynamo();
  const clock = createManualClock();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  /** Replaces what stands in an attribute, as a newer version might have written it. */
  const change = (sk: string, attributes: Row) => {
    const [found] = [...table.rows].filter(([, row]) => row.sk?.S === sk);
    if (!found) throw new Error(`there is no row ${sk}`);
    table.rows.set(found[0], { ...found[1], ...attributes });
  };
  return { table, clock, parts, change, snapshot: () => structuredClone([...table.rows.values()]) };
}

describe('the row of a feed', () => {
  it.each([
    ['is of a newer version', { S: JSON.stringify({ ...initialState(RULES, 0), v: 2 }) }],
    ['is not as it should be', { S: JSON.stringify({ ...initialState(RULES, 0), walks: 'none' }) }],
    ['is no JSON', { S: '{"v":1,' }],
  ])('that %s is left alone, and that is no failure of the poll', async (_what, state) => {
    const { parts, change, snapshot } = setUp();
    const harness = createFeedHarness({ ledger: createDynamoFeedLedger(parts), feed: FEED });
    harness.add(3);
    await harness.poll();
    change('feed', { state });
    const before = snapshot();
    harness.add(1, 'late');
    const another = createFeedHarness({ ledger: createDynamoFeedLedger(parts), feed: FEED });
    another.add(1, 'late');
    expect(await another.poll()).toMatchObject({ outcome: 'unreadable', announced: 0, requests: 0 });
    // Also for a poller that knew the row as it was.
    change('feed', { version: { N: '99' } });
    expect(await harness.poll()).toMatchObject({ outcome: 'unreadable' });
    change('feed', { version: before.find(({ sk }) => sk?.S === 'feed')?.version ?? ({} as never) });
    expect(snapshot()).toEqual(before);
  });

  it('is written with what a newer version added to it', async () => {
    const { parts, change, table } = setUp();
    const harness = createFeedHarness({ ledger: createDynamoFeedLedger(parts), feed: FEED });
    await harness.poll();
    change('feed', { state: { S: JSON.stringify({ ...initialState(RULES, 0), added: 'kept' }) } });
    const another = createFeedHarness({ ledger: createDynamoFeedLedger(parts), feed: FEED });
    another.add(1, 'late');
    expect((await another.poll()).outcome).toBe('polled');
    const [row] = [...table.rows.values()].filter(({ sk }) => sk?.S === 'feed');
    expect(JSON.parse(row?.state?.S ?? '')).toMatchObject({ v: 1, added: 'kept' });
  });
});

describe('the row of an item', () => {
  it('that a newer version wrote is neither announced again nor written over, and others behind it are tried', async () => {
    const { parts, clock, change, table } = setUp();
    const ledger = createDynamoFeedLedger(parts);
    const missing = (id: string, createdAtMs: number) => ({ id, createdAtMs, missing: ['b'], item: {} });
    await ledger.record(FEED, [missing('newer', 1)]);
    change('seen', { v: { N: '2' } });
    await ledger.record(FEED, [missing('x', 2), missing('y', 3)]);
    const newer = structuredClone([...table.rows.values()][0]);
    const sent: string[] = [];
    const enqueue = {
      ...{ feed: FEED, ledger, clock, messages: messagesTo(['b']), memory: createSeenMemory() },
      facts: NO_FACTS,
      covered: coversNothing,
      cases: createCaseLedger(createDynamoVersionedRows(parts)),
      withholding: createWithholding([]),
      stepsOf: () => [],
      outbox: {
        async send(_queueUrl: string, all: readonly { deliveryId: string }[]) {
          sent.push(...all.map(({ deliveryId }) => deliveryId));
          return [];
        },
      },
      hold: async () => undefined,
    };
    const item = { id: 'newer', createdAtMs: 1, revision: 'changed', item: {} };
    await enqueueItems(enqueue, [item], null);
    expect(sent).toEqual([]);
    expect((await ledger.unfinished(FEED, 1)).map(({ id }) => id)).toEqual(['x']);
    await retryUnfinished(enqueue, null, () => false);
    expect(sent).toEqual(['x:b', 'y:b']);
    expect([...table.rows.values()][0]).toEqual(newer);
  });
});

describe('what people did about a case', () => {
  it.each([
    ['in a newer format', { v: 2, ...aVerdict() }],
    ['in a state that this version does not know', withState({ is: 'reviewed', atMs: 1 })],
    ['without its trail', { ...aVerdict(), trail: undefined }],
  ])('is left alone when it is %s, and is listed so that it is not forgotten', async (_what, answer) => {
    const { parts, change, snapshot } = setUp();
    const ledger = createDynamoAnswerLedger(parts);
    await ledger.save(withState({ is: 'undoable', sinceMs: 0, untilMs: 5 }) as never);
    change('answer', { value: { S: JSON.stringify(answer) } });
    const before = snapshot();
    expect(await failure(ledger.load('acme', CASE_ID))).toBeInstanceOf(UnreadableError);
    expect(await ledger.overdue('acme', { untilMs: 300_000, limit: 10 })).toMatchObject([{ answer: null }]);
    expect(snapshot()).toEqual(before);
  });

  function withState(state: object) {
    const verdict = aVerdict();
    return { ...verdict, decision: { ...verdict.decision, state } };
  }
});

it('a row without its version or its JSON is left alone', async () => {
  const { parts, table } = setUp();
  const rows = createDynamoVersionedRows(parts);
  const key = { pk: 'p', sk: 's' };
  await rows.write(key, 1, { version: 0, expiresAtMs: 1 });
  for (const broken of [{ version: { S: 'one' } }, { value: { S: '{' } }] as Row[]) {
    const [name, row] = [...table.rows][0] ?? [];
    table.rows.set(name ?? '', { ...row, ...broken });
    expect(await failure(rows.read(key))).toBeInstanceOf(UnreadableError);
  }
});
