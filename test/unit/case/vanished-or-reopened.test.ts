import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaseRecord, isOver, isSettled, lastChange } from '../../../lib/case/case-record.ts';
import {
  afterLook,
  type Listed,
  type Seen,
  truer,
  withOurVerdict,
} from '../../../lib/case/vanished-or-reopened.ts';
import { CASE_STATES, type CaseState } from '../../../lib/posture/schemas/case.ts';
import { caseRecord } from '../../support/case-records.ts';
import { aDecision, aVerdict } from '../verdict/examples.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
const MINUTE = 60_000;
const record = (more: Partial<CaseRecord> = {}): CaseRecord =>
  caseRecord({ createdAtMs: NOON, updatedAtMs: NOON, ...more });
const listed = (state: CaseState | null, minutes = 0, closedAtMs: number | null = null): Listed => ({
  state,
  updatedAtMs: NOON + minutes * MINUTE,
  closedAtMs,
});
/** As it stands once every change was shown. */
const shown = (one: CaseRecord): CaseRecord => ({ ...one, owed: false, updatedAtMs: one.statusAtMs });
/** A record after looks at these minutes. */
const recordAfter = (one: CaseRecord, ...looks: readonly (readonly [number, Seen])[]): CaseRecord =>
  looks.reduce((so, [minute, seen]) => shown(afterLook(so, seen, NOON + minute * MINUTE)), one);

describe('what a look says about a case', () => {
  it('is a change when the case is in another list, counted, and owed until it is shown', () => {
    const next = afterLook(record(), listed('investigating', 3), NOON + 5 * MINUTE);
    expect(next).toEqual({
      ...record(),
      status: 'investigating',
      statusAtMs: NOON + 3 * MINUTE,
      changes: [{ n: 1, from: 'discover', to: 'investigating', atMs: NOON + 3 * MINUTE }],
      owed: true,
    });
    expect(afterLook(next, listed('closed', 4), NOON + 6 * MINUTE)).toBe(next);
    const later = afterLook(shown(next), listed('enforced', 4), NOON + 6 * MINUTE);
    expect(later.changes.map(({ n, to }) => [n, to])).toEqual([
      [1, 'investigating'],
      [2, 'enforced'],
    ]);
  });

  it('is nothing when the case is as it was', () => {
    const known = record({ status: 'investigating' });
    expect(afterLook(known, listed('investigating'), NOON)).toBe(known);
    expect(afterLook(known, listed(null), NOON)).toBe(known);
  });

  it('ends a case that was closed, by when the platform says', () => {
    const closed = afterLook(record(), listed('closed', 9, NOON + 8 * MINUTE), NOON + 10 * MINUTE);
    expect(closed).toMatchObject({ status: 'closed', endedAtMs: NOON + 8 * MINUTE });
    const unsaid = afterLook(record(), listed('closed', 9), NOON + 10 * MINUTE);
    expect(unsaid.endedAtMs).toBe(NOON + 9 * MINUTE);
    const untouched = afterLook(record(), listed('closed', 0), NOON + 10 * MINUTE);
    expect(untouched.endedAtMs).toBe(NOON + 10 * MINUTE);
  });

  it('is nothing on a page that is older than what is known, whatever it says', () => {
    const known = record({ status: 'enforced', updatedAtMs: NOON + MINUTE, statusAtMs: NOON + MINUTE });
    for (const state of CASE_STATES)
      expect(afterLook(known, listed(state, 0), NOON + 5 * MINUTE)).toBe(known);
  });

  it('goes only forward when pages of the same age disagree', () => {
    const known = record({ status: 'investigating' });
    expect(afterLook(known, listed('discover'), NOON)).toBe(known);
    expect(afterLook(known, listed('enforced'), NOON).status).toBe('enforced');
  });

  it('goes back when a newer page says so', () => {
    const known = record({ status: 'closed', endedAtMs: NOON });
    expect(afterLook(known, listed('investigating', 1), NOON + 5 * MINUTE)).toMatchObject({
      status: 'investigating',
      endedAtMs: null,
      changes: [{ from: 'closed', to: 'investigating' }],
    });
  });

  it('moves the age on, and nothing else, when only what the case says changed', () => {
    const next = afterLook(record(), listed('discover', 2), NOON + 5 * MINUTE);
    expect(next).toEqual({ ...record(), statusAtMs: NOON + 2 * MINUTE });
  });

  it('lets a case vanish only after three whole looks without it, over a quarter of an hour', () => {
    const once = recordAfter(record(), [0, 'missing']);
    expect(once).toMatchObject({ status: 'discover', missed: { looks: 1 } });
    expect(recordAfter(once, [5, 'missing'], [10, 'missing']).status).toBe('discover');
    const gone = recordAfter(once, [5, 'missing'], [10, 'missing'], [15, 'missing']);
    expect(gone).toMatchObject({ status: 'vanished', endedAtMs: NOON + 15 * MINUTE, missed: null });
    expect(recordAfter(once, [1, 'missing'], [2, 'missing'], [16, 'missing']).status).toBe('discover');
  });

  it('forgets that it was missing once it is found, in whatever list', () => {
    for (const found of [listed('discover'), listed(null)]) {
      const known = recordAfter(record(), [0, 'missing'], [5, 'missing'], [10, found]);
      expect(known.missed).toBeNull();
      expect(recordAfter(known, [15, 'missing']).status).toBe('discover');
    }
  });

  it('brings back a case that had vanished, as soon as it is listed', () => {
    const gone = record({ status: 'vanished', endedAtMs: NOON + MINUTE });
    expect(afterLook(gone, listed('discover'), NOON + 5 * MINUTE)).toMatchObject({
      status: 'discover',
      endedAtMs: null,
      changes: [{ from: 'vanished', to: 'discover' }],
    });
    expect(afterLook(gone, 'missing', NOON + 5 * MINUTE)).toBe(gone);
  });

  it.each(['closed', 'vanished', 'enforced'] as const)(
    'begins a new episode when what was %s is open again, and it waits from then on',
    (status) => {
      const ended = record({ status, endedAtMs: status === 'enforced' ? null : NOON });
      const nowMs = NOON + 5 * MINUTE;
      expect(afterLook(ended, listed('investigating', 1), nowMs)).toMatchObject({
        episode: 1,
        sinceMs: nowMs,
      });
      expect(afterLook(ended, listed('closed', 1), nowMs)).toMatchObject({ episode: 0, sinceMs: NOON });
    },
  );

  it('tells how a case is open again that a list said before, once, from where it was told', () => {
    const changes = [{ n: 1, from: 'discover', to: 'closed', atMs: NOON }] as const;
    const reopened = record({ status: 'discover', statusAtMs: NOON + MINUTE, episode: 1, changes });
    expect(isSettled(reopened)).toBe(false);
    for (const state of ['discover', 'investigating'] as const) {
      const next = afterLook(reopened, listed(state, 1), NOON + 5 * MINUTE);
      expect(next).toMatchObject({
        status: state,
        episode: 1,
        owed: true,
        changes: [...changes, { n: 2, from: 'closed', to: state }],
      });
      expect(afterLook(shown(next), listed(state, 1), NOON + 6 * MINUTE)).toEqual(shown(next));
    }
    const closed = afterLook(reopened, listed('closed', 2, NOON + 2 * MINUTE), NOON + 5 * MINUTE);
    expect(closed).toMatchObject({ status: 'closed', endedAtMs: NOON + 2 * MINUTE, owed: false, changes });
  });

  it('takes the newer of two lists that have the same case; of the same age, the later state', () => {
    expect(truer(listed('closed', 1), listed('discover', 2)).state).toBe('discover');
    expect(truer(listed('discover', 1), listed('enforced', 1)).state).toBe('enforced');
    expect(truer(listed('enforced', 1), listed(null, 1)).state).toBe('enforced');
  });

  const anySeen = fc.oneof(
    fc.constant('missing' as const),
    fc.record({
      state: fc.constantFrom(...CASE_STATES, null),
      updatedAtMs: fc.nat(6).map((minutes) => NOON + minutes * MINUTE),
      closedAtMs: fc.constant(null),
    }),
  );

  it('never goes back in age, counts each change once, and ends where it is over, whatever looks bring', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(8), anySeen), { maxLength: 30 }), (looks) => {
        let known = record();
        let nowMs = NOON;
        for (const [minutes, seen] of looks) {
          nowMs += minutes * MINUTE;
          const next = afterLook(known, seen, nowMs);
          expect(next.statusAtMs).toBeGreaterThanOrEqual(known.statusAtMs);
          expect((lastChange(next)?.n ?? 0) - (lastChange(known)?.n ?? 0)).toBe(
            next.status === known.status ? 0 : 1,
          );
          expect(next.version).toBe(known.version);
          expect(next.endedAtMs !== null).toBe(isOver(next.status));
          known = shown(next);
        }
      }),
    );
  });
});

describe('a case that our verdict resolved and a look finds open', () => {
  const lookAt = (updatedMs: number, said: { readonly processedAtMs?: number }) => {
    const state = { is: 'recorded', atMs: NOON + MINUTE, resolved: true, ...said } as const;
    const answer = aVerdict({ decision: aDecision({ state, outcome: 'SAFE' }) });
    const seen = { ...listed('investigating'), updatedAtMs: updatedMs };
    return withOurVerdict(record(), answer, seen, NOON + 2 * MINUTE).status;
  };

  it.each([
    ['ten minutes behind ours', -10 * MINUTE],
    ['ten minutes ahead of ours', 10 * MINUTE],
  ])(
    'was closed in between where it changed after the verdict by the clock of the platform, %s',
    (_, aheadMs) => {
      const processedAtMs = NOON + 11 * MINUTE + aheadMs;
      expect(lookAt(processedAtMs + 1, { processedAtMs })).toBe('closed');
      expect(lookAt(processedAtMs, { processedAtMs })).toBe('discover');
    },
  );

  it('was closed in between where it changed two seconds later by our clock, if the platform does not say when', () => {
    expect(lookAt(NOON + MINUTE + 2_001, {})).toBe('closed');
    expect(lookAt(NOON + MINUTE + 2_000, {})).toBe('discover');
  });
});
