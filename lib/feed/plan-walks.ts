import { positionsBefore } from './checkpoints.ts';
import { type FeedRules, type FeedState, UNSAID_CLOCK_MS, type Walk } from './feed-state.ts';
import { beginWalk, isNewestFirst } from './walk.ts';

/** What a plan needs besides the state of the feed. */
export interface WalkContext {
  readonly rules: FeedRules;
  readonly filtersByTime: boolean;
  readonly nowMs: number;
}

/** Whole walks of an unordered list may use this many requests a minute on average. */
const WHOLE_WALK_PAGES_PER_MINUTE = 100;

/** Longer oldest-first lists are swept from a checkpoint instead of from their head. */
const SWEEP_FROM_HEAD_PAGES = 1_000;

/** Pauses between surveys keep them to one request a minute on average. */
const SURVEY_PAGE_MS = 60_000;
const LONGEST_SURVEY_REST_MS = 24 * 60 * 60_000;

const floorOf = (state: FeedState, backMs: number, fromMs = Number.POSITIVE_INFINITY): number =>
  Math.max(state.notBeforeMs, Math.min(state.watermarkMs ?? state.notBeforeMs, fromMs) - backMs);

/**
 * Counts from the last completed sweep, however long ago: an item that became visible since then, and was late by less
 * than the window, was created after this.
 */
const sweepFloor = (state: FeedState, { sweepWindowMs }: FeedRules): number =>
  floorOf(state, sweepWindowMs, state.sweptUpToMs ?? state.sweptAtMs - UNSAID_CLOCK_MS);

/** Less than this long ago. A time ahead of ours was written by a wrong clock, and counts as long ago. */
export const isWithin = (thenMs: number, nowMs: number, spanMs: number): boolean =>
  nowMs >= thenMs && nowMs - thenMs < spanMs;

/** A glance at the first page looks for everything that a sweep would. */
export const glanceWindow = (state: FeedState, { rules }: WalkContext) => {
  const floorMs = sweepFloor(state, rules);
  return { floorMs, wantedFromMs: floorMs };
};

/** The walk that finds what is new, or null if none is due. */
export function planLive(state: FeedState, { rules, filtersByTime, nowMs }: WalkContext): Walk | null {
  const underway = state.walks.find((walk) => walk.kind === 'live' && !standsAlone(walk, filtersByTime));
  if (underway) return underway;

  const initial = !state.started && !state.walks.some((walk) => walk.initial);
  const wantedFromMs = sweepFloor(state, rules);
  const begin = { kind: 'live', initial, startedAtMs: nowMs, wantedFromMs } as const;
  if (!filtersByTime && state.order === 'unordered') {
    const restMs = (state.wholeWalkPages / WHOLE_WALK_PAGES_PER_MINUTE) * 60_000;
    if (isWithin(state.wholeWalkAtMs, nowMs, restMs - rules.pollEveryMs)) return null;
    return beginWalk({ ...begin, whole: true, floorMs: wantedFromMs });
  }
  const floorMs = floorOf(state, rules.lookbackMs);
  const resumable = !filtersByTime && state.order === 'oldest-first';
  return beginWalk({ ...begin, floorMs, from: resumable ? positionsBefore(state.checkpoints, floorMs) : [] });
}

/** The walk that finds items that became visible late, or null if none is due. */
export function planSweep(state: FeedState, { rules, filtersByTime, nowMs }: WalkContext): Walk | null {
  const underway = state.walks.some(({ kind, asked }) => kind === 'sweep' && asked?.only === undefined);
  if (!state.started || underway || isWithin(state.sweptAtMs, nowMs, rules.sweepEveryMs)) return null;
  const floorMs = sweepFloor(state, rules);
  const long =
    !filtersByTime && state.order === 'oldest-first' && state.wholeWalkPages > SWEEP_FROM_HEAD_PAGES;
  const from = long ? positionsBefore(state.checkpoints, floorMs) : [];
  const whole = state.order === 'unordered';
  return beginWalk({ kind: 'sweep', whole, floorMs, wantedFromMs: floorMs, startedAtMs: nowMs, from });
}

/**
 * The walk through the whole list, or null if none is due. It finds new items in a list that only seemed newest first or
 * oldest first as far as other walks went: one of groups that are each in that order, say.
 */
export function planSurvey(state: FeedState, { rules, filtersByTime, nowMs }: WalkContext): Walk | null {
  const underway = state.walks.find((walk) => walk.kind === 'survey');
  if (underway) return underway;
  const restMs = Math.min(LONGEST_SURVEY_REST_MS, state.wholeWalkPages * SURVEY_PAGE_MS);
  const isTooSoon = isWithin(state.wholeWalkAtMs, nowMs, Math.max(rules.sweepEveryMs, restMs));
  if (!state.started || filtersByTime || isTooSoon) return null;
  const swept = sweepFloor(state, rules);
  const floorMs = Math.min(swept, floorOf(state, rules.sweepWindowMs, state.wholeUpToMs ?? swept));
  return beginWalk({ kind: 'survey', whole: true, floorMs, wantedFromMs: floorMs, startedAtMs: nowMs });
}

/**
 * Whether a new live walk finds everything new without this unfinished one. Otherwise the unfinished one must reach the
 * end of the list first, because new items are, or may be, there.
 */
const standsAlone = (walk: Walk, filtersByTime: boolean): boolean => filtersByTime || isNewestFirst(walk);
