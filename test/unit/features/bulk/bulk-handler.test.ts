import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../lib/case/answer.ts';
import { createBulkHandler } from '../../../../lib/features/bulk/bulk-handler.ts';
import {
  type BulkMessage,
  decisionsIn,
  readBulkMessage,
  writeBulkMessage,
} from '../../../../lib/features/bulk/bulk-message.ts';
import { withProof } from '../../../../lib/verdict/click-proof.ts';
import { decide } from '../../../../lib/verdict/decide.ts';
import type { RefusedClick } from '../../../../lib/verdict/verdict-handler.ts';
import { readVerdictMessage } from '../../../../lib/verdict/verdict-message.ts';
import { caseRecord } from '../../../support/case-records.ts';
import { failure } from '../../../support/client.ts';
import { SEAL } from '../../../support/sealed.ts';
import { ANN, BOB, NOW, REPLY, RULES } from '../../verdict/examples.ts';

const MESSAGE: BulkMessage = {
  v: 1,
  kind: 'bulk',
  clickId: 'click',
  by: ANN,
  atMs: NOW,
  channelId: 'C0SOC',
  reply: REPLY,
  outcome: 'SAFE',
  comment: 'All the same drill.',
  cases: ['a', 'b', 'c'].map((caseId) => ({
    domain: 'acme',
    caseId,
    createdAtMs: 1,
    place: 'soc',
    found: { groups: [], outsider: null },
    ...{ episode: 0, updatedAtMs: 1, claim: null },
  })),
};

const REFUSED: RefusedClick = { because: 'denied', domain: 'acme', caseId: 'b', what: 'decide', why: 'no' };

describe('several cases in one message', () => {
  it('are each decided under an id of their own, the same each time', () => {
    const ids = decisionsIn(MESSAGE).map(({ request }) => request.id);
    expect(new Set(ids).size).toBe(3);
    expect(decisionsIn(structuredClone(MESSAGE)).map(({ request }) => request.id)).toEqual(ids);
    expect(decisionsIn({ ...MESSAGE, clickId: 'other' })[0]?.request.id).not.toBe(ids[0]);
  });

  it('are decided as if each were clicked alone, with time to see them before they cannot be taken back', () => {
    const [one] = decisionsIn(MESSAGE);
    const context = { rules: RULES, people: {}, nowMs: NOW, postTimeoutMs: 1 };
    const decided = decide(null, one ?? expect.fail(), context);
    const { together: _, ...alone } = one ?? expect.fail();
    const single = decide(null, alone, context);
    if (decided.is !== 'changed' || single.is !== 'changed') return expect.fail('not decided');
    const [state, before] = [decided.next.decision?.state, single.next.decision?.state];
    if (state?.is !== 'undoable' || before?.is !== 'undoable') return expect.fail('not undoable');
    expect(state.untilMs).toBe(before.untilMs + 6_000);
    expect({ ...decided.next, decision: null }).toEqual({ ...single.next, decision: null });
    const noUndo = decide(null, one ?? expect.fail(), { ...context, rules: { ...RULES, undoSeconds: 0 } });
    expect(noUndo).toMatchObject({ next: { decision: { state: { sinceMs: NOW, untilMs: NOW } } } });
  });

  describe('that are not what they were when they were chosen', () => {
    const [one = expect.fail()] = decisionsIn(MESSAGE);
    const context = { rules: RULES, people: {}, nowMs: NOW, postTimeoutMs: 1 };
    const open = caseRecord({ updatedAtMs: 1 });
    const claimedBy = (by: typeof ANN, episode = 0): Answer => ({
      ...{ domain: 'acme', caseId: 'a', version: 1, decision: null, trail: [] },
      claim: { id: 'k1', by, place: 'soc', atMs: NOW, episode },
    });
    it.each([
      ['it is', {}, null, 'changed'],
      ['its content changed', { record: { ...open, updatedAtMs: 2 } }, null, 'refused'],
      ['it ended', { record: { ...open, status: 'closed' } }, null, 'refused'],
      ['it was reopened', { episode: 1, record: open }, null, 'refused'],
      ['somebody else is on it', { record: open }, claimedBy(BOB), 'refused'],
      ['who decides is on it', { record: open }, claimedBy(ANN), 'changed'],
      ['somebody was on it, and it was reopened', { record: open }, claimedBy(BOB, -1), 'changed'],
    ] as const)('%s', (_, more, current, is) => {
      expect(decide(current, one, { ...context, ...more }).is).toBe(is);
    });

    it('somebody was on it when it was chosen', () => {
      const seen = { ...one, together: { ...one.together, claim: 'k1' } };
      expect(decide(claimedBy(BOB), seen, { ...context, record: open }).is).toBe('changed');
    });

    it('its person is forgotten, so nobody sees when it changed', () => {
      const forgotten = { ...one, together: { ...one.together, updatedAtMs: 0 } };
      expect(decide(null, forgotten, { ...context, record: open }).is).toBe('changed');
    });
  });

  it('count only with a proof that the action function accepted them', () => {
    const text = writeBulkMessage(MESSAGE);
    expect(readBulkMessage(withProof(text, SEAL), SEAL)).toEqual({ ok: true, message: MESSAGE });
    expect(readBulkMessage(text, SEAL)).toMatchObject({ ok: false });
    const more = withProof(text, SEAL).replace('"caseId":"c"', '"caseId":"d"');
    expect(readBulkMessage(more, SEAL)).toMatchObject({ ok: false });
    expect(readBulkMessage('{"v":1,"kind":"decide"}', SEAL)).toBeNull();
  });

  it('rest in a version that does not know them', () => {
    expect(readVerdictMessage(writeBulkMessage(MESSAGE))).toMatchObject({
      ok: false,
      mayBecomeReadable: true,
    });
  });
});

describe('whoever decides several', () => {
  function setUp(outcomeOf: (caseId: string) => 'done' | 'retry' | 'refused' | 'fails') {
    const dealt: string[] = [];
    const told: unknown[] = [];
    const handle = createBulkHandler({
      async decide({ caseId }, { tell, under }) {
        expect(under).toBe(REPLY);
        const how = outcomeOf(caseId);
        if (how === 'fails') throw new Error(`${caseId} failed`);
        if (how === 'refused') await tell({ ...REFUSED, caseId });
        else if (how === 'retry') return 'retry';
        dealt.push(caseId);
        return 'done';
      },
      tell: async (_, refused, clickId) => void told.push([clickId, ...refused.map(({ caseId }) => caseId)]),
      log: () => undefined,
    });
    return { handle, dealt, told };
  }

  it('is told once of all that were left out', async () => {
    const { handle, dealt, told } = setUp((caseId) => (caseId === 'a' ? 'done' : 'refused'));
    expect(await handle(MESSAGE)).toBe('done');
    expect([dealt, told]).toEqual([['a', 'b', 'c'], [['click', 'b', 'c']]]);
  });

  it('has the others decided although one fails, and the message comes back', async () => {
    const { handle, dealt, told } = setUp((caseId) => (caseId === 'a' ? 'fails' : 'done'));
    expect(String(await failure(handle(MESSAGE)))).toContain('a failed');
    expect([dealt, told]).toEqual([['b', 'c'], []]);
  });

  it('has the message come back while others are quicker', async () => {
    const { handle, dealt } = setUp((caseId) => (caseId === 'b' ? 'retry' : 'done'));
    expect(await handle(MESSAGE)).toBe('retry');
    expect(dealt).toEqual(['a', 'c']);
  });
});
