import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import type { HandOver } from '../case/envelope.ts';
import { PostureError } from '../posture/posture-errors.ts';
import type { Priority } from '../posture/request-budget.ts';
import { forgetCheckpoint, noteCheckpoints } from './checkpoints.ts';
import { isClockNoticeDue } from './clock-notice.ts';
import type { CoveredThreats } from './covered-threats.ts';
import { enqueueItems } from './enqueue-items.ts';
import type { EnqueueParts, ItemMessages } from './enqueue-parts.ts';
import type { FactFinder } from './fact-finder.ts';
import { lagOf } from './feed-lag.ts';
import { type KnownRow, openLease } from './feed-lease.ts';
import type { FeedKey, FeedLedger, ItemRecord } from './feed-ledger.ts';
import type { FeedPage, FeedSource } from './feed-source.ts';
import {
  type AskedWalk,
  type FeedRules,
  type FeedState,
  HEARTBEAT_MS,
  type Pause,
  UNSAID_CLOCK_MS,
  type Walk,
} from './feed-state.ts';
import { addUnreadable, createPageReader } from './page-reader.ts';
import { isPaused, pauseFor } from './pause.ts';
import { glanceWindow, planLive, planSurvey, planSweep, type WalkContext } from './plan-walks.ts';
import type { PollCounts, PollReport } from './poll-report.ts';
import type { UnsentItem } from './queued-items.ts';
import { retryUnfinished } from './retry-unfinished.ts';
import { type SeenMemory, seenName } from './seen-memory.ts';
import { completeWalk, notAhead, suspendWalk } from './settle-walk.ts';
import { absorbPage, beginWalk, stepBack } from './walk.ts';
import type { Withholding } from './withholding.ts';

export interface PollParts {
  readonly feed: FeedKey;
  readonly source: FeedSource;
  readonly ledger: FeedLedger;
  readonly outbox: Outbox<HandOver>;
  readonly messages: ItemMessages;
  readonly rules: FeedRules;
  readonly clock: Clock;
  readonly memory: SeenMemory;
  readonly covered: CoveredThreats;
  readonly facts: Required<FactFinder>;
  readonly stepsOf: EnqueueParts['stepsOf'];
  readonly cases: EnqueueParts['cases'];
  readonly withholding: Withholding;
  /** The name under which this process holds the lease. */
  readonly holder: string;
  /** Tells the operators once per pause; whether it worked. Runs before the pause is saved, so a crash may repeat it. */
  readonly notice: (pause: Pause, error: PostureError) => Promise<boolean>;
  /** Tells them that a pause is over; before that is saved, and under one id. */
  readonly resumeNotice?: ((pause: Pause) => Promise<void>) | undefined;
  /** Tells them once a day that our clock and the API's differ by much; resolves to whether it worked. */
  readonly clockNotice: (aheadMs: number) => Promise<boolean>;
}

/** What a process carries from poll to poll besides the row. */
export interface CarriedOver {
  /** Where it stopped retrying what queues had not taken. */
  unfinishedAfter: ItemRecord | null;
  /** How far our clock was ahead of the API's at its last answer. */
  clockAheadMs: number | null;
}

export interface PollRun {
  poll(): Promise<PollReport>;
  /** How far the poll has come, even if it was interrupted. */
  report(outcome: PollReport['outcome'], error?: PostureError): PollReport;
  known(): KnownRow;
}

/** Resolves when a feed may send what it found. */
export type Turn = () => Promise<void>;
const NO_WAIT: Turn = async () => undefined;

/** Requests and effects may take a while: none begins with less time left than this. */
const RESERVE_MS = 2_000;
/** Progress without new items is saved every this many pages. */
const PAGES_PER_SAVE = 20;

export function createPollRun(
  parts: PollParts,
  start: KnownRow,
  deadlineMs: number,
  carried: CarriedOver,
  turn: Turn = NO_WAIT,
): PollRun {
  const { clock, source, rules } = parts;
  const lease = openLease(parts, start.version);
  const pages = createPageReader({ ...parts, noteUnreadable }, deadlineMs);
  const isAfterCrash = () => state.isAfterCrash === true;
  const enqueueParts: EnqueueParts = { ...parts, isAfterCrash, hold: lease.hold };
  const unsent: UnsentItem[] = [];
  const counts: PollCounts = { announced: 0, quiet: 0, covered: 0, messages: 0, unreadable: 0 };
  let state = start.state;
  let oldestMissingMs: number | null = null;
  let surveyFailure: PostureError | undefined;
  parts.facts.open(state.past, state.polledAtMs);

  const context = (): WalkContext => ({ rules, filtersByTime: source.filtersByTime, nowMs: clock.now() });
  function noteUnreadable(id: string): number {
    const unreadable = addUnreadable(state.unreadable, id);
    state = { ...state, unreadable };
    return unreadable[0].polls;
  }
  const timeIsUp = () => clock.now() + RESERVE_MS >= deadlineMs;

  async function poll(): Promise<PollReport> {
    const paused = state.pause !== null && isPaused(state.pause, clock.now());
    const failure = paused ? undefined : await walkAll();
    if (failure) await pauseOn(failure);
    else if (!paused && state.walks.every(({ kind }) => kind === 'survey')) {
      // Everything that a poller may have sent before it crashed was met again.
      const { isAfterCrash: _, ...rest } = state;
      if (isAfterCrash()) state = { ...rest, announcedAtMs: clock.now() };
    }
    // Last, and never a failure of the poll: a survey reads what no other walk needs.
    if (!failure && !paused) surveyFailure = await failureOf(surveyOn());
    // Needs no API, so neither a pause nor a failure delays it.
    if (state.unfinished && !timeIsUp()) await retryMissing();
    await tellClocks();
    await keepPast();
    const pausing = paused || (failure !== undefined && state.pause !== null);
    noteFailing(failure !== undefined && !pausing);
    // An API that is not ready yet is not our failure, and waiting for it can take days.
    if (pausing ? state.pause?.because === 'not_ready' : !failure) noteSuccess();
    if (lease.touched || !same(state, start.state)) await lease.finish(state);
    return report(pausing ? 'paused' : failure ? 'failed' : 'polled', failure ?? surveyFailure);
  }

  /** Written when it begins and when it ends, so that everybody who looks sees it at once. */
  function noteFailing(isFailing: boolean): void {
    const { failingSinceMs, ...rest } = state;
    if (isFailing === (failingSinceMs !== undefined)) return;
    state = isFailing ? { ...rest, failingSinceMs: clock.now() } : rest;
  }

  /** Written along with other changes, and otherwise every few minutes, because the reconciler checks it. */
  function noteSuccess(): void {
    const isWritten = lease.touched || !same(state, start.state);
    const agoMs = clock.now() - (state.polledAtMs ?? 0);
    if (!isWritten && agoMs < HEARTBEAT_MS && agoMs >= 0) return;
    const polledAtMs = clock.now();
    state = { ...state, polledAtMs, ...(state.past && { past: { ...state.past, upToMs: polledAtMs } }) };
  }

  /** Written along with the row. After a crash before that, the poller that meets the same cases again counts them. */
  async function keepPast(): Promise<void> {
    const past = await parts.facts.tail();
    if (past) state = { ...state, past };
  }

  /** New items first, then what was left behind, then what may have come late. Returns the first failure. */
  async function walkAll(): Promise<PostureError | undefined> {
    const live = planLive(state, context());
    const failure = await failureOf(live ? walkOn(live, 'live') : glance());
    if (failure) return failure;
    let later: PostureError | undefined;
    for (const walk of state.walks.filter(({ kind }) => kind !== 'survey')) {
      if (timeIsUp() || !state.walks.includes(walk)) continue;
      // A walk that meets a broken page does not stop the other walks or the sweep.
      const failed = await failureOf(walkOn(walk, 'backfill'));
      later ??= failed;
    }
    const sweep = timeIsUp() ? null : planSweep(state, context());
    const swept = sweep ? await failureOf(walkOn(sweep, 'background')) : undefined;
    return later ?? swept;
  }

  async function surveyOn(): Promise<void> {
    const survey = timeIsUp() ? null : planSurvey(state, context());
    if (survey) await walkOn(survey, 'backfill');
  }

  /** For a long unordered list between its whole walks: new items are often at its head. */
  async function glance(): Promise<void> {
    const walk = beginWalk({ kind: 'live', ...glanceWindow(state, context()), startedAtMs: clock.now() });
    const page = await pages.read(walk, 'live');
    noteDifference(page);
    if (page) await enqueuePage(page, absorbPage(walk, page).wanted);
  }

  async function walkOn(begun: Walk, priority: Priority): Promise<void> {
    const resumed = state.walks.includes(begun);
    state = { ...state, walks: state.walks.filter((walk) => walk !== begun) };
    let walk = begun;
    try {
      const ended = await walkPages(begun, priority, (reached) => {
        walk = reached;
      });
      const settle = ended ? completeWalk : suspendWalk;
      if (state.pause) await parts.resumeNotice?.(state.pause);
      state = { ...settle(state, walk, context()), pause: null };
    } catch (error) {
      // Keeps what was reached, and a walk that an earlier poll began.
      if (resumed || walk.pages > 0) state = suspendWalk(state, walk, context());
      throw error;
    }
  }

  /** Reads page after page. True if the walk has ended, false if the time is up. */
  async function walkPages(begun: Walk, priority: Priority, reach: (walk: Walk) => void): Promise<boolean> {
    let walk = begun;
    let sinceSave = 0;
    let page = pages.read(walk, priority);
    for (;;) {
      const answer = await page;
      noteDifference(answer);
      if (answer === null || pages.isLost(walk, answer)) {
        state = forgetCheckpoint(state, walk);
        walk = stepBack(walk);
        page = pages.read(walk, priority);
        continue;
      }
      if (walk.pages === 0) walk = await noteClock(walk, answer);
      const { walk: next, wanted, ended } = absorbPage(walk, answer);
      const more = !ended && !timeIsUp();
      // Fetched while the last page is being written. Its failure is handled when its turn comes.
      if (more) page = pages.read(next, priority);
      page.catch(() => {});
      const fresh = await enqueuePage(answer, wanted, walk.asked);
      walk = next;
      reach(walk);
      if (!source.filtersByTime && walk.falls === 0)
        state = noteCheckpoints(state, answer.items, rules, clock.now());
      if (!more) return ended;
      sinceSave = fresh ? PAGES_PER_SAVE : sinceSave + 1;
      if (sinceSave >= PAGES_PER_SAVE) {
        // Last on purpose: a crash above repeats this page, and the ledger absorbs the repeat.
        await lease.save(suspendWalk(state, walk, context()));
        sinceSave = 0;
      }
    }
  }

  /** Whether there was anything new on the page. */
  async function enqueuePage(page: FeedPage, wanted: FeedPage['items'], asked?: AskedWalk): Promise<boolean> {
    const { again, only } = asked ?? {};
    counts.unreadable += page.unreadable.length;
    // A page may list an item twice.
    const once = new Map(wanted.map((item) => [item.id, item]));
    const unknown = [...once.values()].filter(
      (item) => (only ?? item.id) === item.id && (again || !parts.memory.has(seenName(item))),
    );
    if (unknown.length === 0) return false;
    await turn();
    const quietBeforeMs = again ? null : state.quietBeforeMs;
    const enqueued = await enqueueItems(enqueueParts, unknown, quietBeforeMs, again);
    counts.announced += enqueued.announced;
    counts.quiet += enqueued.quiet;
    counts.covered += enqueued.covered;
    counts.messages += enqueued.messages;
    unsent.push(...enqueued.unsent);
    if (enqueued.announced > 0) state = { ...state, announcedAtMs: clock.now() };
    if (enqueued.unfinished) state = { ...state, unfinished: true };
    await keepPast();
    return enqueued.announced + enqueued.quiet > 0;
  }

  async function retryMissing(): Promise<void> {
    const fromStart = carried.unfinishedAfter === null;
    const retried = await retryUnfinished(enqueueParts, carried.unfinishedAfter, timeIsUp);
    unsent.push(...retried.unsent);
    // Next time it goes on after what it could not finish, so that nothing waits behind a dead queue for ever.
    carried.unfinishedAfter = retried.stoppedAt;
    oldestMissingMs = retried.oldestMs;
    // What was noted in this same poll may not be in the index yet.
    const finished =
      fromStart && retried.stoppedAt === null && oldestMissingMs === null && unsent.length === 0;
    state = { ...state, unfinished: !finished, missingSinceMs: oldestMissingMs ?? undefined };
  }

  /** The API's own clock, or a time that is certainly not later. */
  async function noteClock(walk: Walk, page: FeedPage): Promise<Walk> {
    const startedAtMs = page.serverTimeMs ?? clock.now() - UNSAID_CLOCK_MS;
    if (walk.initial && rules.start === 'now' && state.quietBeforeMs === null) {
      // From here on the row says what is history, whatever happens to this run.
      state = { ...state, quietBeforeMs: startedAtMs };
      await lease.save(state);
    }
    // If the API's clock was put back, what it dates from now on is new too.
    if (page.serverTimeMs !== null) state = notAhead(state, page.serverTimeMs);
    return { ...walk, startedAtMs };
  }

  function noteDifference(page: FeedPage | null): void {
    if (page?.serverTimeMs) carried.clockAheadMs = clock.now() - page.serverTimeMs;
  }

  async function tellClocks(): Promise<void> {
    const { clockAheadMs } = carried;
    if (clockAheadMs === null) return;
    const apiNowMs = clock.now() - clockAheadMs;
    if (!isClockNoticeDue(clockAheadMs, apiNowMs, state.clockNoticeAtMs)) return;
    if (await parts.clockNotice(clockAheadMs)) state = { ...state, clockNoticeAtMs: apiNowMs };
  }

  async function pauseOn(error: PostureError): Promise<void> {
    const pause = pauseFor(error, state.pause, clock.now());
    if (!pause) return;
    const told = pause.told || (await parts.notice(pause, error));
    state = { ...state, pause: { ...pause, told } };
  }

  const report: PollRun['report'] = (outcome, error) => ({
    outcome,
    ...(error ? { error } : {}),
    ...(outcome === 'paused' && state.pause ? { paused: state.pause.because } : {}),
    order: state.order,
    ...counts,
    requests: pages.requests,
    unsent,
    behind: state.walks.length > 0,
    lagMs: lagOf(state, rules, oldestMissingMs, clock.now()),
    clockAheadMs: carried.clockAheadMs,
  });

  return { poll, report, known: () => ({ version: lease.version, state }) };
}

const same = (a: FeedState, b: FeedState): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The error that the API caused. Anything else is a mistake of ours, and is not caught here. */
async function failureOf(work: Promise<void>): Promise<PostureError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof PostureError) return error;
    throw error;
  }
}
