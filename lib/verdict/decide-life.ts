import { CASE_STATES, type CaseState } from '../posture/schemas/case.ts';
import { type CaseLife, isOver, type LifeState } from './case-life.ts';

/** How a look found a case. `state`: null where the platform lists it, but in no state. */
export interface Listed {
  readonly state: CaseState | null;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
}

/** `missing`: a whole look did not find it, in any list. */
export type Seen = Listed | 'missing';

/** A case that was not found so often, over so long, has vanished. */
const LOOKS = 3;
const MISSING_MS = 15 * 60_000;
/** Looks that are closer together count once. */
const APART_MS = 4 * 60_000;

/** Of two lists that have the same case: the newer; of the same age, the state that comes later. */
export const truer = <One extends Listed>(one: One, other: One): One => {
  if (one.updatedAtMs !== other.updatedAtMs) return one.updatedAtMs > other.updatedAtMs ? one : other;
  return rankOf(one.state) >= rankOf(other.state) ? one : other;
};

/** What a look says about a case: the row after it, or the same row when it says nothing new. Pure. */
export function decideLife(life: CaseLife, seen: Seen, nowMs: number): CaseLife {
  // One change after the other: each has to be shown.
  if (life.owed) return life;
  if (seen === 'missing') return isOver(life.state) ? life : missed(life, nowMs);
  // A page from before what is known says nothing, not even that the case is still there.
  if (seen.updatedAtMs < life.updatedAtMs) return life;
  const found = life.missing === null ? life : { ...life, missing: null };
  const { state } = seen;
  if (state === null) return moved(life, found);
  const isNews = life.state === 'vanished' || seen.updatedAtMs > life.updatedAtMs || isLater(state, life);
  if (!isNews) return moved(life, found);
  const known = { ...found, updatedAtMs: seen.updatedAtMs };
  if (state === life.state)
    return seen.updatedAtMs === life.updatedAtMs ? moved(life, found) : moved(life, known);
  return changed(known, state, momentOf(seen, life, nowMs));
}

function missed(life: CaseLife, nowMs: number): CaseLife {
  const { looks, sinceMs, lastMs } = life.missing ?? { looks: 0, sinceMs: nowMs, lastMs: null };
  if (lastMs !== null && nowMs - lastMs < APART_MS) return life;
  const missing = { looks: looks + 1, sinceMs, lastMs: nowMs };
  if (missing.looks < LOOKS || nowMs - sinceMs < MISSING_MS) return moved(life, { ...life, missing });
  return changed({ ...life, missing: null }, 'vanished', nowMs);
}

const moved = (before: CaseLife, after: CaseLife): CaseLife =>
  after === before ? before : { ...after, version: before.version + 1 };

const changed = (life: CaseLife, to: LifeState, atMs: number): CaseLife => ({
  ...life,
  version: life.version + 1,
  state: to,
  endedAtMs: isOver(to) ? atMs : null,
  last: { n: (life.last?.n ?? 0) + 1, from: life.state, to, atMs },
  owed: true,
});

/** The platform says when a case was closed, and when it was last updated. */
function momentOf({ state, closedAtMs, updatedAtMs }: Listed, life: CaseLife, nowMs: number): number {
  if (state === 'closed' && closedAtMs !== null) return closedAtMs;
  return updatedAtMs > life.updatedAtMs ? updatedAtMs : nowMs;
}

const isLater = (state: CaseState, life: CaseLife): boolean => rankOf(state) > rankOf(life.state);
const rankOf = (state: LifeState | null): number => CASE_STATES.indexOf(state as CaseState);
