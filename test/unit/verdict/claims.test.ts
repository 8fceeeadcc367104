import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimIn, type Person } from '../../../lib/case/answer.ts';
import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import { createVerdictHandler, type RefusedClick } from '../../../lib/verdict/verdict-handler.ts';
import type { ClaimMessage } from '../../../lib/verdict/verdict-message.ts';
import { readVerdictMessage, writeVerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../../support/memory/memory-answer-ledger.ts';
import { ANN, BOB, CASE_ID, clickMessage, decideMessage, NOW, REPLY, RULES } from './examples.ts';

const TEAMS_ANN: Person = { surface: 'teams', id: 'aaaa-1', name: 'Ann B.' };
const PEOPLE = { ann: { slack: ANN.id, teams: TEAMS_ANN.id } };

const press = (kind: ClaimMessage['kind'], more: Partial<ClaimMessage> = {}): ClaimMessage =>
  ({
    v: 1,
    domain: 'acme',
    caseId: CASE_ID,
    decisionId: 'none',
    by: ANN,
    place: 'soc',
    clickId: 'k1',
    atMs: NOW,
    reply: REPLY,
    ...more,
    kind,
  }) as ClaimMessage;

function setUp({ whyDenied = async () => null as string | null } = {}) {
  const clock = createManualClock(NOW);
  const ledger = createMemoryAnswerLedger();
  const shown: string[] = [];
  const told: RefusedClick[] = [];
  const posts: unknown[] = [];
  const logged: object[] = [];
  let fails = 0;
  const handler = createVerdictHandler({
    ledger,
    platformOf: async () => ({
      async submitVerdict(_caseId, verdict) {
        posts.push(verdict);
        return { status: 'recorded', result: { case_id: CASE_ID, resolved: true } };
      },
      closedAtMs: async () => null,
    }),
    queue: { sendLater: async () => undefined },
    surfaces: {
      async changed(answer) {
        if (fails-- > 0) throw new Error('the chat is down');
        shown.push(claimIn(answer)?.by.name ?? 'nobody');
      },
      tell: async (_reply, one) => void told.push(one),
    },
    hasDelivery: async () => true,
    rules: RULES,
    people: PEOPLE as never,
    rememberedMs: 400 * 86_400_000,
    whyDenied,
    placeName: () => '#soc',
    clock,
    log: (event, fields) => void logged.push({ event, ...fields }),
    metrics: () => undefined,
    postTimeoutMs: 30_000,
  });
  async function trail(): Promise<string[]> {
    const all: AuditEntry[] = [];
    for await (const page of ledger.readTrail('acme', new Date(NOW))) all.push(...page);
    return all.map(({ what, by, answer }) => [what, by?.name, answer].filter(Boolean).join(' '));
  }
  const onIt = async () => claimIn(await ledger.load('acme', CASE_ID))?.by.name ?? null;
  const handle = async (message: ClaimMessage) => {
    clock.advance(1_000);
    return handler.handle({ ...message, atMs: message.atMs === NOW ? clock.now() : message.atMs });
  };
  return {
    ...{ clock, ledger, handler, handle, shown, told, posts, logged, trail, onIt },
    failNext: () => {
      fails = 1;
    },
  };
}

describe('an analyst who is on a case', () => {
  it('is shown everywhere, can hand it back, and leaves an entry each time; the platform hears nothing', async () => {
    const { handle, shown, trail, posts, logged, onIt } = setUp();
    expect(await handle(press('claim'))).toBe('done');
    expect(await onIt()).toBe('Ann');
    await handle(press('hand-back', { clickId: 'k2', decisionId: 'k1' }));
    expect(await onIt()).toBeNull();
    await handle(press('claim', { clickId: 'k3', by: BOB }));
    expect(shown).toEqual(['Ann', 'nobody', 'Bob']);
    expect(await trail()).toEqual(['claimed Ann', 'handed-back Ann', 'claimed Bob']);
    expect(posts).toEqual([]);
    expect(logged).toMatchObject([
      { event: 'claim.changed', what: 'claimed', caseId: CASE_ID, by: ANN.id },
      { event: 'claim.changed', what: 'handed-back', caseId: CASE_ID, by: ANN.id },
      { event: 'claim.changed', what: 'claimed', caseId: CASE_ID, by: BOB.id },
    ]);
  });

  it('is not the one whose press was refused, when the chat sends it again after the decision was taken back', async () => {
    const { handle, handler, clock, onIt } = setUp();
    await handle(press('claim'));
    await handler.handle(decideMessage());
    await handle(press('claim', { clickId: 'k2', by: BOB, decisionId: 'k1' }));
    clock.advance(1_000);
    await handler.handle(clickMessage('undo'));
    expect(await onIt()).toBeNull();
    await handle(press('claim', { clickId: 'k2', by: BOB, decisionId: 'k1' }));
    expect(await onIt()).toBeNull();
  });

  it('is told to the second one, who may take over what they saw, and only that', async () => {
    const { handle, told, onIt, trail } = setUp();
    await handle(press('claim'));
    await handle(press('claim', { clickId: 'k2', by: BOB }));
    expect(told).toMatchObject([{ because: 'claimed', current: { claim: { by: ANN } } }]);
    await handle(press('claim', { clickId: 'k3', by: BOB, decisionId: 'k0' }));
    expect(await onIt()).toBe('Ann');
    await handle(press('claim', { clickId: 'k4', by: BOB, decisionId: 'k1' }));
    expect(await onIt()).toBe('Bob');
    expect((await trail()).at(-1)).toBe('taken-over Bob from Ann (slack U0ANN)');
    await handle(press('hand-back', { clickId: 'k5', decisionId: 'k1' }));
    expect(told.at(-1)).toMatchObject({ because: 'too-late' });
    expect(await onIt()).toBe('Bob');
    await handle(press('hand-back', { clickId: 'k6', decisionId: 'k4' }));
    expect((await trail()).at(-1)).toBe(`handed-back Ann from Bob (slack ${BOB.id})`);
  });

  it('is told that they have it already when they press Take over, which Slack shows to everybody', async () => {
    const { handle, told, onIt, trail } = setUp();
    await handle(press('claim'));
    await handle(press('claim', { clickId: 'k2', decisionId: 'k1' }));
    expect(told).toMatchObject([{ because: 'yours' }]);
    expect(await onIt()).toBe('Ann');
    expect(await trail()).toEqual(['claimed Ann', 'refused Ann claim: they had it already']);
  });

  it('is the same person in both chats, and says nothing new there', async () => {
    const { handle, told, trail } = setUp();
    await handle(press('claim'));
    await handle(press('claim', { clickId: 'k2', by: TEAMS_ANN }));
    expect(told).toEqual([]);
    expect(await trail()).toEqual(['claimed Ann']);
  });

  it('is one of two who press at once in two chats, and the other one is told who', async () => {
    const { handler, told, trail, onIt } = setUp();
    const bob = { ...BOB, surface: 'teams' };
    await Promise.all([
      handler.handle(press('claim')),
      handler.handle(press('claim', { clickId: 'k2', by: bob, place: 'duty' })),
    ]);
    const winner = await onIt();
    expect(['Ann', 'Bob']).toContain(winner);
    expect(told).toMatchObject([{ because: 'claimed', current: { claim: { by: { name: winner } } } }]);
    expect((await trail()).filter((line) => line.startsWith('claimed'))).toHaveLength(1);
  });

  it('is on it until a decision, which ends that; taken back, nobody is', async () => {
    const { handle, handler, clock, onIt, told } = setUp();
    await handle(press('claim'));
    clock.advance(1_000);
    await handler.handle(decideMessage({ clickedAtMs: clock.now(), by: BOB }));
    expect(await onIt()).toBeNull();
    await handle(press('claim', { clickId: 'k2' }));
    expect(told).toMatchObject([{ because: 'conflict' }]);
    clock.advance(1_000);
    await handler.handle(clickMessage('undo', { atMs: clock.now() }));
    expect(await onIt()).toBeNull();
    await handle(press('claim', { clickId: 'k3', by: BOB }));
    expect(await onIt()).toBe('Bob');
  });

  it('does it once, however often the message comes and whatever fails', async () => {
    const { handle, failNext, shown, trail, onIt } = setUp();
    failNext();
    const message = press('claim', { atMs: NOW + 500 });
    await expect(handle(message)).rejects.toThrow('the chat is down');
    for (let n = 0; n < 3; n++) await handle(message);
    expect(await trail()).toEqual(['claimed Ann']);
    expect(new Set(shown)).toEqual(new Set(['Ann']));
    await handle(press('hand-back', { clickId: 'k2', decisionId: 'k1' }));
    await handle(message);
    expect(await onIt()).toBeNull();
  });

  it('never comes true after it was refused, when its message comes again', async () => {
    const { handle, onIt } = setUp();
    await handle(press('claim', { atMs: NOW + 1 }));
    const late = press('claim', { clickId: 'k2', by: BOB, atMs: NOW + 1_500 });
    await handle(late);
    await handle(press('hand-back', { clickId: 'k3', decisionId: 'k1' }));
    await handle(late);
    expect(await onIt()).toBeNull();
  });

  it('may decide, or it is denied and written down as such', async () => {
    const { handle, onIt, trail, told } = setUp({
      whyDenied: async () => 'You are not among those who may.',
    });
    await handle(press('claim'));
    expect(await onIt()).toBeNull();
    expect(told).toMatchObject([{ because: 'denied' }]);
    expect(await trail()).toEqual(['denied Ann claim: You are not among those who may.']);
  });
});

it('does not keep an analyst from deciding who clicked before it', async () => {
  const { handle, handler, clock, ledger } = setUp();
  const clickedAtMs = clock.now();
  await handle(press('claim'));
  await handler.handle(decideMessage({ clickedAtMs, by: BOB }));
  const answer = await ledger.load('acme', CASE_ID);
  expect(answer).toMatchObject({ decision: { by: BOB }, claim: null, createdAtMs: NOW - 60_000 });
  expect(answer?.trail.map(({ what }) => what)).toEqual(['claimed', 'requested']);
});

it('travels through the queue like a decision', () => {
  fc.assert(
    fc.property(fc.constantFrom('claim' as const, 'hand-back' as const), (kind) => {
      const message = press(kind);
      expect(readVerdictMessage(writeVerdictMessage(message))).toEqual({ ok: true, message });
    }),
  );
});
