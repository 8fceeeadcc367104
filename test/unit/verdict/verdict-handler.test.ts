import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../../lib/posture/posture-errors.ts';
import type { VerdictAnswer } from '../../../lib/posture/verdict-problems.ts';
import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import {
  createVerdictHandler,
  type RefusedClick,
  type VerdictHandlerOptions,
} from '../../../lib/verdict/verdict-handler.ts';
import type { VerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import { failure } from '../../support/client.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../../support/memory/memory-answer-ledger.ts';
import { ANN, BOB, CASE_ID, clickMessage, decideMessage, NOW, REPLY, RULES } from './examples.ts';

const RECORDED: VerdictAnswer = { status: 'recorded', result: { case_id: CASE_ID, resolved: true } };

function setUp(more: Partial<VerdictHandlerOptions> = {}, answer: () => VerdictAnswer = () => RECORDED) {
  const clock = createManualClock(NOW);
  const ledger = createMemoryAnswerLedger();
  const queue: { message: VerdictMessage; delayMs: number }[] = [];
  const posts: unknown[] = [];
  const shown: string[] = [];
  const told: RefusedClick[] = [];
  const measured: unknown[] = [];
  const handler = createVerdictHandler({
    ledger,
    platformOf: async () => ({
      async submitVerdict(_caseId, verdict, call) {
        posts.push({ verdict, priority: call.priority });
        return answer();
      },
      closedAtMs: async () => null,
    }),
    queue: { sendLater: async (message, delayMs) => void queue.push({ message, delayMs }) },
    surfaces: {
      changed: async ({ decision }) => void shown.push(decision?.state.is ?? 'undecided'),
      tell: async (_reply, one) => void told.push(one),
    },
    hasDelivery: async () => true,
    rules: RULES,
    people: {},
    rememberedMs: 400 * 86_400_000,
    whyDenied: async () => null,
    placeName: () => '#soc',
    clock,
    log: () => undefined,
    metrics: (_subject, dimensions, values) => void measured.push({ ...dimensions, ...values }),
    postTimeoutMs: 30_000,
    ...more,
  });
  /** Lets time pass and deals with what the queue held back. */
  async function next() {
    const { message, delayMs } = queue.shift() ?? expect.fail('nothing is queued');
    clock.advance(delayMs);
    return handler.handle(message);
  }
  async function entries() {
    const all: AuditEntry[] = [];
    for await (const page of ledger.readTrail('acme', new Date(NOW))) all.push(...page);
    return all;
  }
  const audit = async () => (await entries()).map(({ what, id }) => `${what} ${id}`);
  return { handler, clock, ledger, queue, posts, shown, told, measured, next, entries, audit };
}

describe('the verdict handler', () => {
  it('brings a click to the platform and shows each step', async () => {
    const { handler, next, posts, shown, queue, measured, audit } = setUp();
    const eventIds = ['4d8698f6-0000-4000-8000-000000000001'];
    expect(await handler.handle(decideMessage({ comment: 'Seen it.', eventIds }))).toBe('done');
    expect(queue).toMatchObject([{ message: { kind: 'post', reply: REPLY }, delayMs: 10_000 }]);
    expect(await next()).toBe('done');
    const comment = 'Seen it.\nDecided by Ann (U0ANN) in #soc on Slack';
    const verdict = { outcome: 'TRUE_POSITIVE', comment, event_ids: eventIds };
    expect(posts).toEqual([{ verdict, priority: 'interactive' }]);
    expect(shown).toEqual(['undoable', 'recorded']);
    expect(queue).toEqual([]);
    expect(measured).toEqual([{ Domain: 'acme', VerdictRecorded: 1, TimeToVerdict: 70_000 }]);
    expect(await audit()).toEqual(['requested d1', 'posting d1', 'recorded d1']);
  });

  it('queues the post although the decision could not be shown, and asks to come back', async () => {
    const surfaces = {
      changed: () => Promise.reject(new Error('Slack is down')),
      watched: async () => {},
      tell: async () => {},
    };
    const { handler, queue } = setUp({ surfaces });
    expect(String(await failure(handler.handle(decideMessage())))).toContain('Slack is down');
    expect(queue).toHaveLength(1);
  });

  it('refuses a click from before all that it remembers: it may be one that was dealt with', async () => {
    const { handler, told, posts, queue } = setUp({ rememberedMs: 30 * 86_400_000 });
    const clickedAtMs = NOW - 30 * 86_400_000;
    await handler.handle(decideMessage({ clickedAtMs: clickedAtMs - 1 }));
    await handler.handle(clickMessage('undo', { atMs: clickedAtMs - 1 }));
    expect(told.map(({ because }) => because)).toEqual(['denied', 'denied']);
    expect([queue, posts]).toEqual([[], []]);
    await handler.handle(decideMessage({ clickedAtMs }));
    expect(queue).toHaveLength(1);
  });

  it('tells the second analyst, in the audit trail too', async () => {
    const { handler, told, audit } = setUp();
    await handler.handle(decideMessage());
    await handler.handle(decideMessage({ id: 'd2', by: BOB, clickedAtMs: NOW + 1 }));
    expect(told).toMatchObject([{ because: 'conflict', current: { decision: { by: ANN } } }]);
    expect(await audit()).toContain('refused d2');
  });

  it('writes down who was denied', async () => {
    const { handler, told, measured, audit } = setUp();
    const { decisionId: _, ...click } = clickMessage('undo');
    await handler.handle({ ...click, kind: 'denied', what: 'undo', why: 'not in the group' });
    const about = { domain: 'acme', caseId: CASE_ID };
    expect(told).toEqual([{ because: 'denied', ...about, what: 'undo', why: 'not in the group' }]);
    expect(measured).toEqual([{ Domain: 'acme', VerdictDenied: 1 }]);
    expect(await audit()).toEqual(['denied undo-1']);
  });

  it('writes down one denied press once, whenever it comes again, and none on a case that was never shown', async () => {
    const { handler, audit, told } = setUp({ hasDelivery: async (_domain, caseId) => caseId === CASE_ID });
    const { decisionId: _, ...click } = clickMessage('undo');
    const denied = { ...click, kind: 'denied', what: 'undo', why: 'not in the group' } as const;
    await handler.handle(denied);
    await handler.handle({ ...denied, atMs: denied.atMs + 5_000 });
    await handler.handle({ ...denied, clickId: 'undo-2', caseId: 'made-up' });
    expect(await audit()).toEqual(['denied undo-1']);
    expect(told).toHaveLength(3);
  });

  it('logs where the chain of the trail stands', async () => {
    const lines: unknown[] = [];
    const head = { domain: 'acme', day: '2026-11-15', seq: 1, hash: 'abc' };
    const ledger = { ...createMemoryAnswerLedger(), copyTrail: async () => [head] };
    const { handler } = setUp({ ledger, log: (event, more) => lines.push([event, more]) });
    await handler.handle(decideMessage());
    expect(lines).toContainEqual(['audit.chain', head]);
  });

  it('writes down which outcome a person pressed who was denied, and why a click changed nothing', async () => {
    const { handler, entries } = setUp();
    const { decisionId: _, ...click } = clickMessage('undo');
    const pressed = { what: 'pressed "Safe"', outcome: 'SAFE', why: 'You may not.' } as const;
    await handler.handle({ ...click, kind: 'denied', ...pressed });
    await handler.handle(clickMessage('retry'));
    expect((await entries()).toSorted((a, b) => (a.what < b.what ? -1 : 1))).toMatchObject([
      { what: 'denied', outcome: 'SAFE', answer: 'pressed "Safe": You may not.' },
      {
        what: 'refused',
        answer: 'retry: the decision is no longer on record (decision d1)',
      },
    ]);
  });

  it.each([
    ['decide', decideMessage(), 'denied d1', 'decide'],
    ['approve', clickMessage('approve'), 'denied approve-1', 'approve'],
    ['decline', clickMessage('decline'), 'denied decline-1', 'decline'],
    ['undo', clickMessage('undo'), 'denied undo-1', 'undo'],
    ['retry', clickMessage('retry'), 'denied retry-1', 'retry'],
  ] as const)(
    'records nothing of who may not by its own configuration: %s',
    async (_, message, entry, what) => {
      const { handler, ledger, queue, posts, shown, told, measured, audit } = setUp({
        whyDenied: async () => 'no',
      });
      expect(await handler.handle(message)).toBe('done');
      expect(await audit()).toEqual([entry]);
      expect(told).toMatchObject([{ because: 'denied', what, why: 'no' }]);
      expect(measured).toEqual([{ Domain: 'acme', VerdictDenied: 1 }]);
      expect([await ledger.load('acme', CASE_ID), queue, posts, shown]).toEqual([null, [], [], []]);
    },
  );

  it('goes on with what was accepted before, although who clicked may not any more', async () => {
    let why: string | null = null;
    const { handler, queue, next, posts, audit } = setUp({ whyDenied: async () => why });
    await handler.handle(decideMessage());
    why = 'left the group';
    // The function died before it was done with the click, which comes again.
    await handler.handle(decideMessage());
    expect(queue).toHaveLength(2);
    await next();
    await next();
    expect(posts).toHaveLength(1);
    expect(await audit()).not.toContain('denied d1');
    // Another click is judged as things are now.
    await handler.handle(clickMessage('undo', { by: ANN }));
    expect(await audit()).toContain('denied undo-1');
  });

  it('ends a decision that may not be sent, where people see it', async () => {
    const invalid = setUp({}, () => {
      throw new InvalidRequestError(['event_ids[0]: is not a uuid']);
    });
    await invalid.handler.handle(decideMessage());
    await invalid.next();
    expect(invalid.shown.at(-1)).toBe('failed');
  });

  it('lets a decision wait for a domain that is not configured yet, and ends it after a day', async () => {
    const gone = setUp({ platformOf: async () => null });
    await gone.handler.handle(decideMessage());
    await gone.next();
    expect(gone.shown.at(-1)).toBe('waiting');
    for (let n = 0; gone.queue.length > 0 && n < 500; n++) await gone.next();
    expect(gone.shown.at(-1)).toBe('failed');
    expect(gone.measured).toEqual([{ Domain: 'acme', VerdictFailed: 1 }]);
    const { state } = (await gone.ledger.load('acme', CASE_ID))?.decision ?? expect.fail('no row');
    expect(state).toMatchObject({ because: 'gave-up', mayBeRecorded: false });
  });

  it('ends a decision that nobody approved within a day, where people see it, and it can be asked for again', async () => {
    const { handler, ledger, clock, shown, measured, audit } = setUp();
    await handler.handle(decideMessage({ outcome: 'ESCALATED' }));
    const about = { v: 1, domain: 'acme', caseId: CASE_ID, decisionId: 'd1', reply: null } as const;
    clock.advance(86_400_000 - 1);
    await handler.handle({ ...about, kind: 'post' });
    expect(shown.at(-1)).toBe('awaiting-approval');
    clock.advance(1);
    await handler.handle({ ...about, kind: 'post' });
    const { state } = (await ledger.load('acme', CASE_ID))?.decision ?? expect.fail('no row');
    expect(state).toMatchObject({ is: 'failed', because: 'not-approved', mayBeRecorded: false });
    expect(shown.at(-1)).toBe('failed');
    // Nothing is broken that an operator could mend.
    expect(measured).toEqual([]);
    expect(await audit()).toEqual(['requested d1']);
    const again = { ...clickMessage('retry'), atMs: clock.now(), clickId: 'd2', decisionId: 'd1' };
    await handler.handle(again);
    expect((await ledger.load('acme', CASE_ID))?.decision).toMatchObject({
      id: 'd2',
      state: { is: 'awaiting-approval' },
    });
  });

  it('lets a decision wait, visibly, while the platform cannot even be called', async () => {
    const { handler, next, ledger } = setUp({ platformOf: () => Promise.reject(new Error('no secret')) });
    await handler.handle(decideMessage());
    await next();
    const state = (await ledger.load('acme', CASE_ID))?.decision?.state;
    expect(state).toMatchObject({ is: 'waiting', because: 'unreachable' });
  });

  it('keeps trying to write an answer down', async () => {
    const memory = createMemoryAnswerLedger();
    let failures = 0;
    const save: typeof memory.save = async (next) => {
      if (next.decision?.state.is === 'recorded' && failures++ < 4) throw new Error('throttled');
      return memory.save(next);
    };
    const { handler, next, posts } = setUp({ ledger: { ...memory, save } });
    await handler.handle(decideMessage());
    await next();
    expect((await memory.load('acme', CASE_ID))?.decision?.state.is).toBe('recorded');
    expect(posts).toHaveLength(1);
  });

  it('asks to come back when others are quicker again and again', async () => {
    const ledger = { ...createMemoryAnswerLedger(), save: async () => 'moved on' as const };
    expect(await setUp({ ledger }).handler.handle(decideMessage())).toBe('retry');
  });
});
