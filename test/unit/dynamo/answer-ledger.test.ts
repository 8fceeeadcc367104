import type { UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { entryRow } from '../../../lib/dynamo/audit-rows.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { awsFault, scriptClient } from '../../support/aws/scripted-client.ts';
import { failure } from '../../support/client.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { ANN, aDecision, aVerdict } from '../verdict/examples.ts';

describe('the DynamoDB ledger of verdicts', () => {
  const over = (answer: (input: UpdateItemCommandInput, call: number, name: string) => unknown) => {
    const scripted = scriptClient(answer);
    const clock = createManualClock();
    const random = () => 0.5;
    const ledger = createDynamoAnswerLedger({ client: scripted.client, tableName: 'ledger', clock, random });
    return { ledger, calls: scripted.calls, clock };
  };
  const DAY_SECONDS = 86_400;

  it('knows its own write again when the answer got lost and the SDK repeated the call', async () => {
    let writeId: unknown;
    const { ledger } = over((input, _, name) => {
      if (name === 'GetItemCommand') return { Item: { writeId } };
      writeId = input.ExpressionAttributeValues?.[':writeId'];
      throw awsFault('ConditionalCheckFailedException');
    });
    expect(await ledger.save(aVerdict())).toBe('saved');
  });

  it("takes another's write for what it is", async () => {
    const { ledger } = over((_input, _call, name) => {
      if (name === 'GetItemCommand') return { Item: { writeId: { S: 'another' } } };
      throw awsFault('ConditionalCheckFailedException');
    });
    expect(await ledger.save(aVerdict())).toBe('moved on');
  });

  it('throws errors that say what failed and whether to try again', async () => {
    const { ledger } = over(() => {
      throw awsFault('InternalServerError', 500);
    });
    const unreachable = { code: 'unreachable', retryable: true };
    expect(await failure(ledger.load('acme', 'c1'))).toMatchObject(unreachable);
    expect(await failure(ledger.save(aVerdict()))).toMatchObject(unreachable);
    expect(await failure(ledger.overdue('acme', { untilMs: 0, limit: 1 }))).toMatchObject(unreachable);
  });

  it('refuses a row that is too large before it writes anything', async () => {
    const { ledger, calls } = over(() => ({}));
    const comment = 'x'.repeat(400 * 1024);
    const huge = aVerdict({ decision: { ...aDecision(), comment } });
    expect(await failure(ledger.save(huge))).toMatchObject({ code: 'too_large' });
    expect(calls).toHaveLength(0);
  });

  it('packs a row only where it is long', async () => {
    const { ledger, calls } = over(() => ({}));
    await ledger.save(aVerdict());
    await ledger.save(aVerdict({ decision: aDecision({ comment: 'word '.repeat(200) }) }));
    const [short, long] = calls.map(({ input }) => input.ExpressionAttributeValues ?? {});
    expect(short).not.toHaveProperty(':packed');
    expect(JSON.parse(short?.[':value']?.S ?? '')).toMatchObject({ v: 1, caseId: aVerdict().caseId });
    expect(long?.[':value']?.S).toBe('{"v":1}');
    expect(long?.[':packed']?.B?.length).toBeLessThan(400);
    // What does not count any more goes.
    expect(calls.map(({ input }) => input.UpdateExpression?.match(/#packed\d(?! =)/g))).toEqual([
      ['#packed1'],
      null,
    ]);
  });

  it('keeps rows for 400 days and more, counted anew with every change', async () => {
    const { ledger, calls, clock } = over(() => ({}));
    await ledger.save(aVerdict());
    const expires = Number(calls[0]?.input.ExpressionAttributeValues?.[':expires']?.N);
    expect(expires).toBeGreaterThan(clock.now() / 1000 + 400 * DAY_SECONDS);
  });

  it('keeps the audit trail as long, counted from what happened', () => {
    const atMs = 1_763_197_200_000;
    const about = { domain: 'acme', caseId: 'c1', n: 1, atMs, what: 'requested', id: 'd1' } as const;
    const row = entryRow({ ...about, outcome: 'SAFE', by: ANN, place: null, comment: null, answer: null });
    expect(Number(row.expiresAtSeconds?.N)).toBeGreaterThan(atMs / 1000 + 400 * DAY_SECONDS);
    expect(row.pk).toEqual({ S: 'audit#acme#2025-11-15' });
    expect(row.sk).toEqual({ S: '2025-11-15T09:00:00.000Z#c1#000001#d1' });
  });
});
