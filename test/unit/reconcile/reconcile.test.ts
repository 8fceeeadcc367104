import { describe, expect, it } from 'vitest';
import type { DecisionState } from '../../../lib/case/answer.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createQuarantine } from '../../../lib/dynamo/dynamo-quarantine.ts';
import { createQuarantineNotice } from '../../../lib/outbox/quarantine-notice.ts';
import { createFindings } from '../../../lib/reconcile/findings.ts';
import { createOverdueVerdicts } from '../../../lib/reconcile/overdue-verdicts.ts';
import { type ReconcilePart, reconcile } from '../../../lib/reconcile/reconcile-parts.ts';
import { createRequeueQuarantined } from '../../../lib/reconcile/requeue-quarantined.ts';
import { NOT_DEALT_WITH } from '../../../lib/verdict/click-queue.ts';
import type { VerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import { failure } from '../../support/client.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../../support/memory/memory-answer-ledger.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { aDecision, aVerdict } from '../verdict/examples.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the reconciler', () => {
  function setUp(parts: readonly ReconcilePart[]) {
    const clock = createManualClock();
    const lines: unknown[] = [];
    const measured: unknown[] = [];
    const judged: number[] = [];
    const run = (forMs = 40_000) =>
      reconcile(
        {
          parts,
          afterAll: [async (failures) => void judged.push(failures.length)],
          clock,
          log: (event, fields) => void lines.push([event, fields]),
          metrics: (_subject, dimensions, values) => void measured.push({ ...dimensions, ...values }),
        },
        clock.now() + forMs,
      );
    return { clock, lines, measured, judged, run };
  }

  it('counts what was queued again, and says nothing when nothing was', async () => {
    const { run, lines, measured } = setUp([async () => ({ a: 2, b: 0 }), async () => ({ c: 0 })]);
    await run();
    expect(lines).toEqual([['reconciled', { a: 2 }]]);
    expect(measured).toEqual([{ What: 'a', Requeued: 2 }, { ReconcilerRan: 1 }]);
  });

  it('gives each part its turn although another fails, and fails then', async () => {
    const broken = () => Promise.reject(new Error('no table'));
    const { run, lines, measured, judged } = setUp([broken, async () => ({ c: 1 })]);
    expect(String(await failure(run()))).toContain('no table');
    expect(lines).toEqual([
      ['not reconciled', { problem: 'Error: no table' }],
      ['reconciled', { c: 1 }],
    ]);
    expect(measured).toEqual([{ What: 'c', Requeued: 1 }]);
    expect(judged).toEqual([1]);
  });

  it('shares the time among the parts, also when one takes all of its own', async () => {
    const deadlines: number[] = [];
    const part: ReconcilePart = async (deadlineMs) => {
      deadlines.push(deadlineMs - begin);
      set.clock.advance(Math.max(0, deadlineMs - set.clock.now()));
      return {};
    };
    const set = setUp([part, part, part]);
    const begin = set.clock.now();
    await set.run(30_000);
    expect(deadlines).toEqual([10_000, 20_000, 30_000]);
  });
});

describe('overdue decisions', () => {
  function setUp({ broken = false } = {}) {
    const clock = createManualClock();
    const ledger = createMemoryAnswerLedger();
    const findings = createFindings();
    const sent: VerdictMessage[] = [];
    const queue = {
      async sendLater(message: VerdictMessage) {
        if (broken) throw new Error('no queue');
        sent.push(message);
      },
    };
    const part = createOverdueVerdicts({
      domains: ['acme', 'zeta'],
      ledger,
      cases: { loadAll: async () => new Map() },
      clock,
      findings,
      queue,
    });
    const save = (caseId: string, state: DecisionState, domain = 'acme') =>
      ledger.save(aVerdict({ domain, caseId, decision: aDecision({ id: `d-${caseId}`, state }) }));
    const run = (forMs = 40_000) => part(clock.now() + forMs);
    return { clock, ledger, queue, sent, save, run, findings };
  }
  const undoable = (untilMs: number): DecisionState => ({ is: 'undoable', sinceMs: untilMs, untilMs });

  it('are sent on two minutes after they should have gone on, in every state and domain', async () => {
    const { clock, save, run, sent } = setUp();
    const now = clock.now();
    await save('undoable', undoable(now));
    await save('posting', { is: 'posting', sinceMs: now }, 'zeta');
    await save('waiting', { is: 'waiting', because: 'unreachable', sinceMs: 0, untilMs: now });
    await save('undone', { is: 'undone', by: aDecision().by, atMs: now });
    clock.advance(2 * MINUTE - 1);
    expect(await run()).toEqual({ verdicts: 0 });
    clock.advance(1);
    expect(await run()).toEqual({ verdicts: 4 });
    expect(sent.map(({ caseId, domain }) => `${domain} ${caseId}`).toSorted()).toEqual([
      'acme undoable',
      'acme undone',
      'acme waiting',
      'zeta posting',
    ]);
    expect(sent[0]).toMatchObject({
      v: 1,
      kind: 'post',
      reply: null,
      decisionId: expect.stringMatching(/^d-/),
    });
  });

  it('are sent ever more seldom while nobody reads the queue, at least once an hour', async () => {
    const { clock, save, run } = setUp();
    await save('c', undoable(clock.now()));
    const begin = clock.now();
    const times: number[] = [];
    while (clock.now() - begin < 6 * HOUR) {
      clock.advance(MINUTE);
      if ((await run()).verdicts) times.push((clock.now() - begin) / MINUTE);
    }
    expect(times.slice(0, 6)).toEqual([2, 4, 8, 16, 32, 64]);
    const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(60);
  });

  it('that were sent on and are still there are a problem of the bridge until they are looked at again', async () => {
    const { clock, save, run, findings } = setUp();
    await save('c', undoable(clock.now()));
    clock.advance(2 * MINUTE);
    await run();
    expect(findings.take().problems).toEqual([]);
    clock.advance(4 * MINUTE);
    await run();
    expect(findings.take().problems).toMatchObject([
      { heading: 'Verdicts fail', subject: 'acme', holdsUntilMs: clock.now() + 8 * MINUTE },
    ]);
  });

  it('that wait for a second person are sent on until their step is in the trail, and then after a day', async () => {
    const { clock, ledger, save, run, sent, findings } = setUp();
    await save('asking', { is: 'awaiting-approval' });
    const askedMs = aDecision().clickedAtMs;
    clock.advance(askedMs + 2 * MINUTE - clock.now());
    await run();
    expect(sent).toMatchObject([{ kind: 'post', caseId: 'asking' }]);
    await ledger.markPublished((await ledger.load('acme', 'asking')) ?? aVerdict());
    clock.advance(DAY - 1);
    await run();
    expect(sent).toHaveLength(1);
    clock.advance(1);
    await run();
    expect(sent).toHaveLength(2);
    expect(findings.take().problems).toEqual([]);
  });

  it('that the bridge ended are sent on until everybody was told', async () => {
    const { clock, ledger, save, run, sent } = setUp();
    await save('ended', { is: 'recorded', atMs: clock.now(), resolved: true });
    clock.advance(2 * MINUTE);
    await run();
    expect(sent).toMatchObject([{ kind: 'post', caseId: 'ended' }]);
    await ledger.markPublished((await ledger.load('acme', 'ended')) ?? aVerdict());
    clock.advance(DAY);
    expect(await run()).toEqual({ verdicts: 0 });
  });

  it('are still due when the queue did not take them', async () => {
    const { clock, save, run } = setUp({ broken: true });
    await save('c', undoable(clock.now()));
    clock.advance(HOUR);
    expect(String(await failure(run()))).toContain('no queue');
    expect(await run().catch(() => 'tried again')).toBe('tried again');
  });

  it('that the time is too short for are the first of the next run', async () => {
    const { clock, save, queue, run, sent } = setUp();
    for (let n = 0; n < 5; n++) await save(`c${n}`, undoable(clock.now() + n));
    clock.advance(HOUR);
    const { sendLater } = queue;
    queue.sendLater = async (...one) => {
      await sendLater(...one);
      clock.advance(1_000);
    };
    await run(2_000);
    expect(sent.map(({ caseId }) => caseId)).toEqual(['c0', 'c1']);
    await run(2_000);
    expect(sent.map(({ caseId }) => caseId)).toEqual(['c0', 'c1', 'c2', 'c3']);
  });

  it('that this version does not understand are left alone, and hold up no other', async () => {
    const { clock, save, ledger, run, sent } = setUp();
    await save('newer', undoable(clock.now()));
    await save('c', undoable(clock.now() + 1));
    const { overdue } = ledger;
    ledger.overdue = async (...asked) =>
      (await overdue(...asked)).map((one) =>
        one.answer?.caseId === 'newer' ? { ...one, answer: null } : one,
      );
    clock.advance(HOUR);
    expect(await run()).toEqual({ verdicts: 1 });
    expect(sent).toMatchObject([{ caseId: 'c' }]);
    expect(await run()).toEqual({ verdicts: 0 });
  });
});

describe('quarantined messages', () => {
  const config = defineBridge({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC00001' },
      ops: { type: 'slack', channel: 'C0OPS00001' },
    },
    routes: [{ name: 'all', to: ['soc'] }],
    verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
    ops: { to: 'ops' },
  });
  const SLACK = 'https://sqs/slack.fifo';
  const message = (id: string, reason = 'a newer kind') => ({
    ...{ id, queue: 'slack', group: 'soc', reason },
    body: JSON.stringify({ v: 9, domain: 'acme', id }),
  });

  function setUp() {
    const clock = createManualClock();
    const rows = createMemoryVersionedRows();
    const outbox = createMemoryOutbox();
    const quarantine = createQuarantine({ rows, clock });
    const queueUrls = { slack: SLACK };
    const findings = createFindings();
    const part = createRequeueQuarantined({
      quarantine,
      queues: { ...queueUrls, verdict: 'https://sqs/verdict' },
      outbox,
      tellOps: createQuarantineNotice({ config, queueUrls, outbox, clock, rows }),
      clock,
      log: () => undefined,
      findings,
    });
    const taken = () => outbox.accepted(SLACK).filter(({ quarantineId }) => quarantineId !== undefined);
    const told = () =>
      outbox
        .accepted(SLACK)
        .filter(({ quarantineId }) => quarantineId === undefined)
        .map(({ body }) => JSON.parse(body).notice);
    return { clock, quarantine, outbox, taken, told, findings, run: () => part(clock.now() + 40_000) };
  }

  it('go into their queue again, with their group and the id of their rest', async () => {
    const { clock, quarantine, taken, run } = setUp();
    await quarantine.keep(message('m1'));
    expect(await run()).toEqual({ 'quarantined messages': 0 });
    clock.advance(MINUTE);
    expect(await run()).toEqual({ 'quarantined messages': 1 });
    expect(taken()).toMatchObject([{ group: 'soc', body: message('m1').body, quarantineId: 'm1' }]);
    // A FIFO queue drops what has an id that it knows.
    clock.advance(2 * MINUTE);
    await run();
    expect(taken()).toHaveLength(2);
  });

  it('stay until a function says that it has dealt with them, though the queue loses them again and again', async () => {
    const { clock, quarantine, taken, run } = setUp();
    await quarantine.keep(message('m1'));
    for (let n = 0; n < 30; n++) {
      clock.advance(HOUR);
      await run();
    }
    expect(taken()).toHaveLength(30);
    await quarantine.end(message('m1'));
    clock.advance(HOUR);
    await run();
    expect(taken()).toHaveLength(30);
  });

  it('are told to the operators once a day, with the reasons, and not while a deployment takes its minutes', async () => {
    const { clock, quarantine, told, run } = setUp();
    await quarantine.keep(message('m1'));
    await quarantine.keep(message('m2', 'no destination "new"'));
    for (let n = 0; n < 14; n++) {
      clock.advance(MINUTE);
      await run();
    }
    expect(told()).toEqual([]);
    for (let n = 0; n < 3 * 24 * 60; n++) {
      clock.advance(MINUTE);
      await run();
    }
    expect(told().length).toBeGreaterThanOrEqual(3);
    expect(told().length).toBeLessThanOrEqual(4);
    expect(told()[0]).toMatchObject({
      code: 'messages_rest',
      title: 'slack: messages wait for another version of the bridge',
      text: expect.stringContaining('a newer kind. no destination "new".'),
    });
  });

  it('that are clicks are a problem of the bridge after seven minutes, until they are dealt with', async () => {
    const { clock, quarantine, told, findings, run } = setUp();
    const click = { ...message('k1', NOT_DEALT_WITH), queue: 'verdict' };
    await quarantine.keep(click);
    const seenIn: number[] = [];
    for (let minute = 1; minute <= 40; minute++) {
      clock.advance(MINUTE);
      if (minute === 30) await quarantine.end(click);
      await run();
      if (findings.take().problems.length > 0) seenIn.push(minute);
    }
    expect(seenIn).toEqual(Array.from({ length: 23 }, (_, n) => 7 + n));
    expect(told()).toEqual([]);
  });

  it('that their queue does not take are tried again', async () => {
    const { clock, quarantine, outbox, taken, run } = setUp();
    await quarantine.keep(message('m1'));
    outbox.refuse(() => 'QueueDoesNotExist');
    clock.advance(MINUTE);
    expect(await run()).toEqual({ 'quarantined messages': 0 });
    outbox.refuse(() => null);
    clock.advance(2 * MINUTE);
    await run();
    expect(taken()).toHaveLength(1);
  });
});
