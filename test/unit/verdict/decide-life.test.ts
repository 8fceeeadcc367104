import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASE_STATES, type CaseState } from '../../../lib/posture/schemas/case.ts';
import { type CaseLife, isOver, newLife } from '../../../lib/verdict/case-life.ts';
import { decideLife, type Listed, type Seen, truer } from '../../../lib/verdict/decide-life.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
const MINUTE = 60_000;
const life = (more: Partial<CaseLife> = {}): CaseLife => ({
  ...newLife({ domain: 'acme', caseId: 'c1', createdAtMs: NOON, updatedAtMs: NOON }, null),
  ...more,
});
const listed = (state: CaseState | null, minutes = 0, closedAtMs: number | null = null): Listed => ({
  state,
  updatedAtMs: NOON + minutes * MINUTE,
  closedAtMs,
});
/** As it stands once every change was shown. */
const shown = (row: CaseLife): CaseLife => ({ ...row, owed: false, shownMs: row.updatedAtMs });
/** A row after looks at these minutes. */
const rowAfter = (row: CaseLife, ...looks: readonly (readonly [number, Seen])[]): CaseLife =>
  looks.reduce((so, [minute, seen]) => shown(decideLife(so, seen, NOON + minute * MINUTE)), row);

describe('what a look says about a case', () => {
  it('is a change when the case is in another list, counted, and owed until it is shown', () => {
    const next = decideLife(life(), listed('investigating', 3), NOON + 5 * MINUTE);
    expect(next).toEqual({
      ...life(),
      version: 2,
      state: 'investigating',
      updatedAtMs: NOON + 3 * MINUTE,
      last: { n: 1, from: 'discover', to: 'investigating', atMs: NOON + 3 * MINUTE },
      owed: true,
    });
    expect(decideLife(next, listed('closed', 4), NOON + 6 * MINUTE)).toBe(next);
    expect(decideLife(shown(next), listed('enforced', 4), NOON + 6 * MINUTE).last?.n).toBe(2);
  });

  it('is nothing when the case is as it was', () => {
    const row = life({ state: 'investigating' });
    expect(decideLife(row, listed('investigating'), NOON)).toBe(row);
    expect(decideLife(row, listed(null), NOON)).toBe(row);
  });

  it('ends a case that was closed, by when the platform says', () => {
    const closed = decideLife(life(), listed('closed', 9, NOON + 8 * MINUTE), NOON + 10 * MINUTE);
    expect(closed).toMatchObject({ state: 'closed', endedAtMs: NOON + 8 * MINUTE });
    const unsaid = decideLife(life(), listed('closed', 9), NOON + 10 * MINUTE);
    expect(unsaid.endedAtMs).toBe(NOON + 9 * MINUTE);
    const untouched = decideLife(life(), listed('closed', 0), NOON + 10 * MINUTE);
    expect(untouched.endedAtMs).toBe(NOON + 10 * MINUTE);
  });

  it('is nothing on a page that is older than what is known, whatever it says', () => {
    const row = life({ state: 'enforced', updatedAtMs: NOON + MINUTE, shownMs: NOON + MINUTE });
    for (const state of CASE_STATES) expect(decideLife(row, listed(state, 0), NOON + 5 * MINUTE)).toBe(row);
  });

  it('goes only forward when pages of the same age disagree', () => {
    const row = life({ state: 'investigating' });
    expect(decideLife(row, listed('discover'), NOON)).toBe(row);
    expect(decideLife(row, listed('enforced'), NOON).state).toBe('enforced');
  });

  it('goes back when a newer page says so', () => {
    const row = life({ state: 'closed', endedAtMs: NOON });
    expect(decideLife(row, listed('investigating', 1), NOON + 5 * MINUTE)).toMatchObject({
      state: 'investigating',
      endedAtMs: null,
      last: { from: 'closed', to: 'investigating' },
    });
  });

  it('moves the age on, and nothing else, when only what the case says changed', () => {
    const next = decideLife(life(), listed('discover', 2), NOON + 5 * MINUTE);
    expect(next).toEqual({ ...life(), version: 2, updatedAtMs: NOON + 2 * MINUTE });
  });

  it('lets a case vanish only after three whole looks without it, over a quarter of an hour', () => {
    const once = rowAfter(life(), [0, 'missing']);
    expect(once).toMatchObject({ state: 'discover', missing: { looks: 1 } });
    expect(rowAfter(once, [5, 'missing'], [10, 'missing']).state).toBe('discover');
    const gone = rowAfter(once, [5, 'missing'], [10, 'missing'], [15, 'missing']);
    expect(gone).toMatchObject({ state: 'vanished', endedAtMs: NOON + 15 * MINUTE, missing: null });
    expect(rowAfter(once, [1, 'missing'], [2, 'missing'], [16, 'missing']).state).toBe('discover');
  });

  it('forgets that it was missing once it is found, in whatever list', () => {
    for (const found of [listed('discover'), listed(null)]) {
      const row = rowAfter(life(), [0, 'missing'], [5, 'missing'], [10, found]);
      expect(row.missing).toBeNull();
      expect(rowAfter(row, [15, 'missing']).state).toBe('discover');
    }
  });

  it('brings back a case that had vanished, as soon as it is listed', () => {
    const gone = life({ state: 'vanished', endedAtMs: NOON + MINUTE });
    expect(decideLife(gone, listed('discover'), NOON + 5 * MINUTE)).toMatchObject({
      state: 'discover',
      endedAtMs: null,
      last: { from: 'vanished', to: 'discover' },
    });
    expect(decideLife(gone, 'missing', NOON + 5 * MINUTE)).toBe(gone);
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
        let row = life();
        let nowMs = NOON;
        for (const [minutes, seen] of looks) {
          nowMs += minutes * MINUTE;
          const next = decideLife(row, seen, nowMs);
          expect(next.updatedAtMs).toBeGreaterThanOrEqual(row.updatedAtMs);
          expect((next.last?.n ?? 0) - (row.last?.n ?? 0)).toBe(next.state === row.state ? 0 : 1);
          expect(next.version - row.version).toBe(next === row ? 0 : 1);
          expect(next.endedAtMs !== null).toBe(isOver(next.state));
          row = shown(next);
        }
      }),
    );
  });
});
