import { CASE_STATES, type CaseState } from '../posture/schemas/case.ts';
import type { Answer } from './answer.ts';
import {
  announcedStatus,
  type CaseRecord,
  type CaseStatus,
  isEnded,
  isOver,
  lastChange,
} from './case-record.ts';
import { newEpisode } from './episode.ts';

/** How a look found a case. `state`: null where the platform lists the case, but under none of its states. */
export interface Listed {
  readonly state: CaseState | null;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
}

/** `missing`: a complete look did not find it in any list. */
export type Seen = Listed | 'missing';

/** A case has vanished once this many looks over this much time did not find it. */
const LOOKS = 3;
const MISSING_MS = 15 * 60_000;
/** Looks closer together than this count as one. */
const APART_MS = 4 * 60_000;
/** How far the platform's clock may be ahead of ours, for verdicts whose recording time the platform did not state. */
const CLOCK_TOLERANCE_MS = 2_000;
/** How many changes a record keeps: earlier ones were announced long ago. */
const MOST_CHANGES = 10;

/** Of two listings of the same case, the newer one; if both are equally old, the one with the later state. */
export const truer = <One extends Listed>(one: One, other: One): One => {
  if (one.updatedAtMs !== other.updatedAtMs) return one.updatedAtMs > other.updatedAtMs ? one : other;
  return rankOf(one.state) >= rankOf(other.state) ? one : other;
};

/**
 * The record with what our own verdict did to the case. The platform recorded the verdict and resolved the case, and a
 * look finds it open and changed since then: it was closed unseen and reopened.
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
  // The thread has already shown the verdict, so no place owes anything.
  return { ...changeStatus(record, to, ours.state.atMs, nowMs), owed: false };
}

/** Whether the answer of people can matter: the case is open, and changed since its status was known. */
export const mayBeReopened = (record: CaseRecord, seen: Seen): seen is Listed =>
  seen !== 'missing' &&
  seen.state !== null &&
  !isClosing(seen.state) &&
  seen.updatedAtMs > record.statusAtMs &&
  !isEnded(record);

/** What a look says about a case: the record after it, or the same record if the look found nothing new. Pure. */
export function afterLook(record: CaseRecord, seen: Seen, nowMs: number): CaseRecord {
  // One change at a time: each has to be shown.
  if (record.owed) return record;
  if (seen === 'missing') return isOver(record.status) ? record : missed(record, nowMs);
  // A page older than what is known says nothing, not even that the case still exists.
  if (seen.updatedAtMs < record.statusAtMs) return record;
  const { state } = seen;
  const there = record.missed === null ? record : { ...record, missed: null };
  if (state === null) return there;
  const found = record.unconfirmed ? confirmed(there, state) : there;
  const isUnannounced = announcedStatus(record) !== record.status;
  const isNews =
    isUnannounced ||
    found !== there ||
    record.status === 'vanished' ||
    seen.updatedAtMs > record.statusAtMs ||
    isLater(state, record);
  if (!isNews) return found;
  const known = seen.updatedAtMs === record.statusAtMs ? found : { ...found, statusAtMs: seen.updatedAtMs };
  const atMs = momentOf(seen, record, nowMs);
  if (state !== announcedStatus(record)) return changeStatus(known, state, atMs, nowMs);
  return isUnannounced ? { ...known, status: state, endedAtMs: isOver(state) ? atMs : null } : known;
}

/** A case that was closed and then acted on by the platform was never reopened: the answers of people count as before. */
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

/** A case that had ended and is open again begins a new episode: it waits for an answer from now on. */
export function changeStatus(record: CaseRecord, to: CaseStatus, atMs: number, nowMs: number): CaseRecord {
  const change = { n: (lastChange(record)?.n ?? 0) + 1, from: announcedStatus(record), to, atMs };
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

/** The time of closing as the platform gives it, else its last update. */
function momentOf({ state, closedAtMs, updatedAtMs }: Listed, record: CaseRecord, nowMs: number): number {
  if (state === 'closed' && closedAtMs !== null) return closedAtMs;
  return updatedAtMs > record.statusAtMs ? updatedAtMs : nowMs;
}

const isLater = (state: CaseState, { status }: CaseRecord): boolean => rankOf(state) > rankOf(status);
const rankOf = (status: CaseStatus | null): number => CASE_STATES.indexOf(status as CaseState);
