import { describe, expect, it } from 'vitest';
import { createDynamoLifeLedger } from '../../../lib/dynamo/dynamo-life-ledger.ts';
import { createDynamoVerdictLedger } from '../../../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoWaitingLedger } from '../../../lib/dynamo/dynamo-waiting-ledger.ts';
import { createDynamoWatchLedger } from '../../../lib/dynamo/dynamo-watch-ledger.ts';
import { readValue } from '../../../lib/dynamo/packed-value.ts';
import type { DecisionState } from '../../../lib/verdict/case-verdict.ts';
import { readSeveralMessage } from '../../../lib/verdict/several-message.ts';
import { createVerdictHandler } from '../../../lib/verdict/verdict-handler.ts';
import { readVerdictMessage, type VerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryWatchLedger } from '../../support/memory/memory-watch-ledger.ts';
import { notesNothing } from '../../support/notes-nothing.ts';
import { RULES } from '../verdict/examples.ts';

const DAY = 86_400_000;
const rows = formats.flatMap(({ commit, rows }) =>
  rows.filter(({ name }) => name.startsWith('verdict ')).map((one) => ({ commit, ...one })),
);

/** The verdict function on a table with these rows, with a platform that records everything. */
function setUp(noted: Parameters<typeof tableWith>[0], nowMs: number) {
  const clock = createManualClock(nowMs);
  const { parts, table } = tableWith(noted, clock);
  const ledger = createDynamoVerdictLedger(parts);
  const queue: { message: VerdictMessage; delayMs: number }[] = [];
  const calls: string[] = [];
  const handler = createVerdictHandler({
    outcomes: notesNothing,
    ledger,
    platformOf: async () => ({
      async submitVerdict(caseId) {
        calls.push('submit');
        return { status: 'recorded', result: { case_id: caseId, resolved: true } };
      },
      async closedAtMs() {
        calls.push('look');
        return clock.now();
      },
    }),
    queue: { sendLater: async (message, delayMs) => void queue.push({ message, delayMs }) },
    surfaces: {
      changed: async () => undefined,
      watched: async () => undefined,
      tellSeveral: async () => undefined,
      tell: async () => undefined,
    },
    watches: createMemoryWatchLedger(),
    wasShown: async () => true,
    rules: RULES,
    people: {},
    rememberedMs: 400 * 86_400_000,
    whyDenied: async () => null,
    placeName: (place) => place,
    clock,
    log: () => undefined,
    metrics: () => undefined,
    postTimeoutMs: 30_000,
  });
  async function settle(message: VerdictMessage): Promise<void> {
    queue.push({ message, delayMs: 0 });
    for (let next = queue.shift(), n = 0; next && n < 20; next = queue.shift(), n++) {
      clock.advance(next.delayMs);
      expect(await handler.handle(next.message)).toBe('done');
    }
  }
  return { clock, ledger, table, calls, settle };
}

/** What is done with a decision whose `post` message comes a week later, and how it ends. */
const ENDS: Readonly<Record<DecisionState['is'], { calls: string[]; is: DecisionState['is'] }>> = {
  undoable: { calls: ['submit'], is: 'recorded' },
  waiting: { calls: ['submit'], is: 'recorded' },
  // It may have been sent: nobody sends it a second time.
  posting: { calls: ['look'], is: 'recorded' },
  'awaiting-approval': { calls: [], is: 'failed' },
  recorded: { calls: [], is: 'recorded' },
  failed: { calls: [], is: 'failed' },
  undone: { calls: [], is: 'undone' },
  declined: { calls: [], is: 'declined' },
};

describe.each(rows)('the row "$name" of $commit', ({ name, row }) => {
  // biome-ignore lint/suspicious/noExplicitAny: a row of any version
  const written = readValue(row, 'verdict') as any;
  const { domain, caseId, decision, trail } = written;
  const { is } = decision.state as DecisionState;
  const dueMs = Math.max(
    trail.at(-1).atMs,
    decision.state.untilMs ?? 0,
    decision.state.doubt?.nextLookMs ?? 0,
  );
  const post: VerdictMessage = { v: 1, kind: 'post', domain, caseId, decisionId: decision.id, reply: null };

  it('is read as it was written, and goes on to its end without being sent twice', async () => {
    // Within the day in which a platform that could not be reached is tried again.
    const { ledger, calls, settle, table } = setUp(
      [{ name, row }],
      dueMs + (is === 'awaiting-approval' ? DAY : 60_000),
    );
    const { v: _, ...said } = written;
    expect(await ledger.load(domain, caseId)).toEqual(said);
    await settle(post);
    expect(calls).toEqual(ENDS[is].calls);
    const after = await ledger.load(domain, caseId);
    expect(after?.decision.state.is).toBe(ENDS[is].is);
    expect(after?.trail.slice(0, trail.length)).toEqual(trail);
    const [now] = [...table.rows.values()].filter(({ sk }) => sk?.S === 'verdict');
    if (ENDS[is].is !== is) expect(now).not.toHaveProperty('unfinished');
    expect(now).not.toHaveProperty('todo');
  });

  it('can be approved, taken back and decided anew as ever', async () => {
    const { ledger, clock, settle } = setUp([{ name, row }], dueMs + 60_000);
    const by = { surface: decision.by.surface, id: 'U0DAN00001', name: 'dan' };
    const about = {
      v: 1,
      domain,
      caseId,
      reply: null,
      by,
      place: 'soc',
      clickId: 'k1',
      atMs: clock.now(),
    } as const;
    const standing = async () => (await ledger.load(domain, caseId))?.decision;
    if (is === 'awaiting-approval') {
      await settle({ ...about, kind: 'approve', decisionId: decision.id });
      expect(await standing()).toMatchObject({ approvedBy: by, state: { is: 'recorded' } });
    } else if (is === 'undoable' || is === 'waiting') {
      await settle({ ...about, kind: 'undo', decisionId: decision.id });
      const expected = written.before ?? { state: { is: 'undone', by } };
      expect(await standing()).toMatchObject({ state: expected.state });
    } else if (is === 'failed' || is === 'undone' || is === 'declined') {
      const request = {
        outcome: 'SAFE',
        comment: null,
        eventIds: [],
        place: 'soc',
        overrides: null,
      } as const;
      const anew = { ...request, id: 'anew', by, clickedAtMs: clock.now() };
      await settle({ v: 1, kind: 'decide', domain, caseId, reply: null, createdAtMs: null, request: anew });
      expect(await standing()).toMatchObject({ id: 'anew', state: { is: 'recorded' } });
    }
  });
});

/** Commands go by the same queue, and decide nothing. */
const isDecision = (queue: string, name: string) => queue === 'verdict' && !name.startsWith('ask ');
const messages = formats.flatMap(({ commit, messages }) =>
  messages.filter(({ queue, name }) => isDecision(queue, name)).map((one) => ({ commit, ...one })),
);
const isOfSeveral = ({ name }: { readonly name: string }): boolean => name.startsWith('verdict several');

describe.each(messages.filter(isOfSeveral))('the message "$name" of $commit', ({ body }) => {
  it('is read as it was written', () => {
    const { proof: _, ...message } = JSON.parse(body);
    expect(readSeveralMessage(body, { isGenuine: () => true })).toMatchObject({ ok: true, message });
  });
});

describe.each(messages.filter((one) => !isOfSeveral(one)))('the message "$name" of $commit', ({ body }) => {
  const message = JSON.parse(body) as VerdictMessage;

  it('is read as it was written', () => {
    expect(readVerdictMessage(body)).toEqual({ ok: true, message });
  });

  it('does what it did', async () => {
    const atMs =
      message.kind === 'decide' ? message.request.clickedAtMs : 'atMs' in message ? message.atMs : 0;
    const { ledger, settle, calls, table } = setUp([], atMs);
    await settle(message);
    const audit = [...table.rows.values()].filter(({ pk }) => pk?.S?.startsWith('audit#'));
    const standing = (await ledger.load(message.domain, message.caseId))?.decision;
    if (message.kind === 'decide' && message.request.overrides === null) {
      const approved = message.request.outcome === 'ESCALATED';
      const refused = message.request.outcome === 'DUPLICATE' && !message.request.comment?.trim();
      expect(standing?.state.is).toBe(refused ? undefined : approved ? 'awaiting-approval' : 'recorded');
      expect(calls).toEqual(approved || refused ? [] : ['submit']);
    } else {
      // About a decision that is not there: nothing happens, and a click is in the audit trail.
      expect(standing).toBeUndefined();
      expect(audit).toHaveLength(message.kind === 'post' || message.kind === 'unanswered' ? 0 : 1);
    }
  });
});

describe.each(
  formats.flatMap(({ commit, rows }) =>
    rows.filter(({ name }) => name.startsWith('watch ')).map((one) => ({ commit, ...one })),
  ),
)('the row "$name" of $commit', ({ name, row }) => {
  it('says who is on the case, and what was done about that', async () => {
    const clock = createManualClock();
    const { parts } = tableWith([{ name, row }], clock);
    const [, domain = '', , caseId = ''] = String(row.pk?.S).split('#');
    const watches = createDynamoWatchLedger({ rows: createDynamoVersionedRows(parts), clock });
    const { claim, trail } = (await watches.load(domain, caseId)) ?? {};
    expect(claim?.by.name === undefined ? 'watch handed back' : 'watch claimed').toBe(name);
    expect(trail).not.toEqual([]);
  });
});

describe.each(
  formats.flatMap(({ commit, rows }) =>
    rows.filter(({ name }) => name.startsWith('waiting ')).map((one) => ({ commit, ...one })),
  ),
)('the row "$name" of $commit', ({ name, row }) => {
  it('says since when a case waits, and keeps what a newer version added', async () => {
    const clock = createManualClock();
    const added = { ...JSON.parse(row.value?.S ?? ''), tomorrow: 'kept' };
    const { parts, table } = tableWith(
      [{ name, row: { ...row, value: { S: JSON.stringify(added) } } }],
      clock,
    );
    const [, domain = '', , caseId = ''] = String(row.pk?.S).split('#');
    const ledger = createDynamoWaitingLedger({ rows: createDynamoVersionedRows(parts), clock });
    const saved = await ledger.load(domain, caseId);
    if (!saved) throw new Error('it is not there');
    const { waiting, listedMs } = saved;
    expect(waiting.sinceMs).toBeGreaterThan(0);
    expect(listedMs === null).toBe(name.includes('over'));
    expect(waiting.owed !== null).toBe(name.includes('owing'));
    expect(await ledger.save({ ...waiting, version: waiting.version + 1 })).toBe('saved');
    expect([...table.rows.values()][0]?.value?.S).toContain('"tomorrow":"kept"');
  });

  it('rests in a version that does not know its format', async () => {
    const clock = createManualClock();
    const newer = { ...JSON.parse(row.value?.S ?? ''), v: 99 };
    const { parts } = tableWith([{ name, row: { ...row, value: { S: JSON.stringify(newer) } } }], clock);
    const [, domain = '', , caseId = ''] = String(row.pk?.S).split('#');
    const ledger = createDynamoWaitingLedger({ rows: createDynamoVersionedRows(parts), clock });
    await expect(ledger.load(domain, caseId)).rejects.toMatchObject({ code: 'rests' });
  });
});

describe.each(
  formats.flatMap(({ commit, rows }) =>
    rows.filter(({ name }) => name.startsWith('life ')).map((one) => ({ commit, ...one })),
  ),
)('the row "$name" of $commit', ({ name, row }) => {
  const ledgerWith = (more: object) => {
    const clock = createManualClock();
    const value = { S: JSON.stringify({ ...JSON.parse(row.value?.S ?? ''), ...more }) };
    const { parts, table } = tableWith([{ name, row: { ...row, value } }], clock);
    return { table, ledger: createDynamoLifeLedger({ rows: createDynamoVersionedRows(parts), clock }) };
  };
  const [, domain = '', , caseId = ''] = String(row.pk?.S).split('#');

  it('says how a case stands, as its place on the list does, and keeps what a newer version added', async () => {
    const { ledger, table } = ledgerWith({ tomorrow: 'kept' });
    const life = await ledger.load(domain, caseId);
    const [followed] = await ledger.followed(domain, 1);
    if (!life || !followed) throw new Error('it is not there');
    const { state, endedAtMs, createdAtMs, updatedAtMs } = life;
    expect(followed).toMatchObject({ state, endedAtMs, createdAtMs, updatedAtMs });
    expect(endedAtMs !== null).toBe(name.includes('over'));
    expect(life.owed).toBe(name.includes('owed'));
    expect(await ledger.save({ ...life, version: life.version + 1 })).toBe('saved');
    expect([...table.rows.values()][0]?.value?.S).toContain('"tomorrow":"kept"');
  });

  it('rests in a version that does not know its format', async () => {
    await expect(ledgerWith({ v: 99 }).ledger.load(domain, caseId)).rejects.toMatchObject({ code: 'rests' });
  });
});
