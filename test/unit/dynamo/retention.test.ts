import { describe, expect, it } from 'vitest';
import { verifyTrail } from '../../../lib/audit/verify-trail.ts';
import type { CaseVerdict, DecisionState } from '../../../lib/case/answer.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createDynamoAuditTrail } from '../../../lib/dynamo/dynamo-audit-trail.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { newDelivery } from '../../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import { anEntry } from '../../attack/trail-examples.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { aDecision, aVerdict } from '../verdict/examples.ts';

const DAY_MS = 86_400_000;
const ADA = { surface: 'slack', id: 'U1', name: 'Ada' } as const;
const NOW = Date.parse('2026-11-15T09:00:00Z');

function open() {
  const dynamo = new FakeDynamo();
  const client = dynamo.client(async (_, effect) => effect());
  const parts = { client, tableName: 'ledger', clock: createManualClock(NOW), random: Math.random };
  /** In days from now, rounded. */
  const keptDays = () =>
    [...dynamo.rows.values()].map((row) =>
      Math.round((Number(row.expiresAtSeconds?.N) * 1_000 - NOW) / DAY_MS),
    );
  return { parts, keptDays, dynamo };
}
const content = {
  kind: 'case',
  item: { case_id: 'c1', created_at: '2026-11-15T09:00:00Z' },
  trimmed: [],
} as const;
const delivery = newDelivery({ domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' }, content, NOW);
const inState = (state: DecisionState): CaseVerdict =>
  aVerdict({ version: 1, decision: { ...aDecision(), state } });

describe('what is kept for as long as the configuration says', () => {
  it('is a delivery that is shown; one that waits to be shown is kept until it is', async () => {
    const { parts, keptDays } = open();
    const ledger = createDeliveryLedger(createDynamoVersionedRows(parts), { keptMs: 30 * DAY_MS });
    await ledger.save(delivery, 0, '20#now', NOW);
    expect(keptDays()).toEqual([400]);
    await ledger.save(delivery, 1, null, NOW);
    expect(keptDays()).toEqual([30]);
  });

  it('is no decision that has not come to its end: it is kept until it has', async () => {
    for (const state of [
      { is: 'waiting', because: 'unreachable', sinceMs: NOW, untilMs: NOW },
      { is: 'awaiting-approval' },
    ] as const) {
      const { parts, keptDays } = open();
      await createDynamoAnswerLedger(parts, { keptMs: 30 * DAY_MS }).save(inState(state));
      expect(keptDays()).toEqual([402]);
    }
  });

  it('is a decision that came to its end, from when everybody was told', async () => {
    for (const state of [
      { is: 'recorded', atMs: NOW, resolved: true },
      { is: 'undone', by: ADA, atMs: NOW },
    ] as const) {
      const { parts, keptDays } = open();
      const ledger = createDynamoAnswerLedger(parts, { keptMs: 30 * DAY_MS });
      const ended = inState(state);
      await ledger.save(ended);
      expect(keptDays()).toEqual([402]);
      await ledger.markPublished(ended);
      expect(keptDays()).toEqual([32]);
    }
  });

  it('is the trail with its chain and its clicks, counted from what happened', async () => {
    const { parts, keptDays, dynamo } = open();
    const entry = {
      domain: 'acme',
      caseId: 'c1',
      n: 1,
      atMs: NOW - 10 * DAY_MS,
      what: 'requested',
      id: 'd',
    } as const;
    const said = { outcome: 'SAFE', by: ADA, place: null, comment: null, answer: null } as const;
    await createDynamoAnswerLedger(parts, { trailKeptMs: 90 * DAY_MS }).copyTrail([
      { ...entry, ...said },
      { ...entry, ...said, n: 0, id: 'click', what: 'denied' },
    ]);
    expect([...dynamo.rows.values()].map(({ pk }) => pk?.S?.split('#')[0]).toSorted()).toEqual([
      'audit',
      'audit',
      'chain',
      'chain',
      'click',
    ]);
    expect(new Set(keptDays())).toEqual(new Set([82]));
  });

  it('is nothing that was written before: a row keeps its date until it is written again', async () => {
    const { parts, keptDays } = open();
    const rows = createDynamoVersionedRows(parts);
    await createDeliveryLedger(rows).save(delivery, 0, null, NOW);
    const short = createDeliveryLedger(rows, { keptMs: 7 * DAY_MS });
    await short.load(delivery.key);
    expect(keptDays()).toEqual([400]);
    await short.save(delivery, 1, null, NOW);
    expect(keptDays()).toEqual([7]);
  });
});

describe('verify, when days of the trail have gone by themselves', () => {
  const [first, last] = ['2026-11-15', '2026-12-25'];
  async function verify(keptDays: number) {
    const { parts, dynamo } = open();
    const trail = createDynamoAuditTrail(parts);
    await trail.add([anEntry({ atMs: NOW }), anEntry({ atMs: NOW + 40 * DAY_MS })]);
    for (const [key, { pk, sk }] of dynamo.rows) {
      if (pk?.S === `audit#acme#${first}` || sk?.S?.startsWith(`${first}#`)) dynamo.rows.delete(key);
    }
    const options = { nowMs: NOW + 40 * DAY_MS, keptMs: keptDays * DAY_MS };
    return verifyTrail(trail, 'acme', [first, last], options);
  }

  it('says that what is past its retention proves nothing, and of the rest that it holds', async () => {
    expect(await verify(35)).toMatchObject({
      problems: [],
      notes: [
        `${first} is older than retention.trail: what is left of it proves nothing`,
        `${first}, which ${last} follows, is no longer kept`,
        `${last}: no later day vouches for its end yet, only anchors and the log do`,
      ],
      heads: [{ day: last, seq: 1 }],
    });
  });

  it('says of a day that is to be there that it is gone, and what may explain it', async () => {
    expect((await verify(400)).problems).toEqual([
      `${first}: the chain went on to place 1 when ${last} began, and its end is gone (no harm if retention.trail was shorter than it is now)`,
    ]);
  });
});
