import { CASE_STATES, type CaseState } from '../posture/schemas/case.ts';
import type { Answer } from './answer.ts';
import { newEpisode } from './case-content.ts';
import { type CaseRecord, type CaseStatus, isEnded, isOver, lastChange, toldStatus } from './case-record.ts';

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
/** How far the platform's clock may be ahead of ours, where it does not say when it recorded a verdict. */
const CLOCK_TOLERANCE_MS = 2_000;
/** What a record remembers: those before were told long ago. */
const MOST_CHANGES = 10;

/** Of two lists that have the same case: the newer; of the same age, the state that comes later. */
export const truer = <One extends Listed>(one: One, other: One): One => {
  if (one.updatedAtMs !== other.updatedAtMs) return one.updatedAtMs > other.updatedAtMs ? one : other;
  return rankOf(one.state) >= rankOf(other.state) ? one : other;
};

/**
 * The record with what our own verdict did to the case. The platform took it and resolved the case, and a look finds it open
 * and changed since: it was closed in between, though nobody saw that, and was reopened.
 */
export function withOurVerdict(
  record: CaseRecord,
  answer: Answer | null,
  seen: Seen,
  nowMs: number,
): CaseRecord {
  if (!mayBeReopened(record, seen)) return record;
  const ours = [answer?.decision, answer?.before].find(
    (one) => one?.state.is === 'recorded' && one.state.resolved && one.episode >= record.episode,
  );
  if (ours?.state.is !== 'recorded') return record;
  const recordedMs = ours.state.processedAtMs ?? ours.state.atMs + CLOCK_TOLERANCE_MS;
  if (seen.updatedAtMs <= recordedMs) return record;
  const to = ours.outcome === 'TRUE_POSITIVE' ? 'enforced' : 'closed';
  // The thread has told the verdict: there is nothing to be shown.
  return { ...changeStatus(record, to, ours.state.atMs, nowMs), owed: false };
}

/** Whether it may matter what people did: an open case that changed since its status was known. */
export const mayBeReopened = (record: CaseRecord, seen: Seen): seen is Listed =>
  seen !== 'missing' &&
  seen.state !== null &&
  !isClosing(seen.state) &&
  seen.updatedAtMs > record.statusAtMs &&
  !isEnded(record);

/** What a look says about a case: the record after it, or the same one when it says nothing new. Pure. */
export function afterLook(record: CaseRecord, seen: Seen, nowMs: number): CaseRecord {
  // One change after the other: each has to be shown.
  if (record.owed) return record;
  if (seen === 'missing') return isOver(record.status) ? record : missed(record, nowMs);
  // A page from before what is known says nothing, not even that the case is still there.
  if (seen.updatedAtMs < record.statusAtMs) return record;
  const { state } = seen;
  const there = record.missed === null ? record : { ...record, missed: null };
  if (state === null) return there;
  const found = record.unconfirmed ? confirmed(there, state) : there;
  const isUntold = toldStatus(record) !== record.status;
  const isNews =
    isUntold ||
    found !== there ||
    record.status === 'vanished' ||
    seen.updatedAtMs > record.statusAtMs ||
    isLater(state, record);
  if (!isNews) return found;
  const known = seen.updatedAtMs === record.statusAtMs ? found : { ...found, statusAtMs: seen.updatedAtMs };
  const atMs = momentOf(seen, record, nowMs);
  if (state !== toldStatus(record)) return changeStatus(known, state, atMs, nowMs);
  return isUntold ? { ...known, status: state, endedAtMs: isOver(state) ? atMs : null } : known;
}

/** What was closed, and then acted on by the platform, was never reopened: what people did counts as it did. */
function confirmed({ unconfirmed, ...record }: CaseRecord, state: CaseState): CaseRecord {
  return unconfirmed && state === 'enforced'
    ? { ...record, episode: unconfirmed.episode, lastEpisode: record.episode }
    : record;
}

function missed(record: CaseRecord, nowMs: number): CaseRecord {
  const { looks, sinceMs, lastMs } = record.missed ?? { looks: 0, sinceMs: nowMs, lastMs: null };
  if (lastMs !== null && nowMs - lastMs < APART_MS) return record;
  const next = { looks: looks + 1, sinceMs, lastMs: nowMs };
  if (next.looks < LOOKS || nowMs - sinceMs < MISSING_MS) return { ...record, missed: next };
  return changeStatus({ ...record, missed: null }, 'vanished', nowMs, nowMs);
}

/** What ended and is open again begins a new episode: it waits for an answer from now on. */
export function changeStatus(record: CaseRecord, to: CaseStatus, atMs: number, nowMs: number): CaseRecord {
  const change = { n: (lastChange(record)?.n ?? 0) + 1, from: toldStatus(record), to, atMs };
  const next: CaseRecord = {
    ...record,
    status: to,
    endedAtMs: isOver(to) ? atMs : null,
    changes: [...record.changes, change].slice(-MOST_CHANGES),
    owed: true,
  };
  const isReopened = (isClosing(record.status) && !isClosing(to)) || (isEnded(record) && !isEnded(next));
  return isReopened ? { ...next, ...newEpisode(record, nowMs) } : next;
}

const isClosing = (status: CaseStatus): boolean => isOver(status) || status === 'enforced';

/** The platform says when a case was closed, and when it was last updated. */
function momentOf({ state, closedAtMs, updatedAtMs }: Listed, record: CaseRecord, nowMs: number): number {
  if (state === 'closed' && closedAtMs !== null) return closedAtMs;
  return updatedAtMs > record.statusAtMs ? updatedAtMs : nowMs;
}

const isLater = (state: CaseState, { status }: CaseRecord): boolean => rankOf(state) > rankOf(status);
const rankOf = (status: CaseStatus | null): number => CASE_STATES.indexOf(status as CaseState);
