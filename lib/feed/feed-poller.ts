import type { Clock } from '../platform/clock.ts';
import type { Priority } from '../posture/budget.ts';
import { MalformedError, NotFoundError, PostureError, RejectedError } from '../posture/errors.ts';
import type { Outbox } from '../queues/outbox.ts';
import { type Addressing, finishSome, handOver, type Refusal } from './enqueue-items.ts';
import type { FeedKey, FeedLedger, ItemRecord } from './feed-ledger.ts';
import { FeedMovedError, type FeedSession, type KnownRow, openSession } from './feed-session.ts';
import {
  type FeedRules,
  type FeedState,
  initialState,
  type Pause,
  UNSAID_CLOCK_MS,
  type Walk,
} from './feed-state.ts';
import { isPaused, pauseFor } from './pause.ts';
import {
  type Circumstances,
  completeWalk,
  noteCheckpoints,
  oldestWaitingMs,
  planLive,
  planSweep,
  suspendWalk,
  windowOf,
} from './progress.ts';
import { type SeenMemory, seenName } from './seen-memory.ts';
import type { FeedPage, FeedSource } from './source.ts';
import { absorbPage, beginWalk, lostItsPlace, placeOf, stepBack } from './walk.ts';

export interface PollParts {
  readonly feed: FeedKey;
  readonly source: FeedSource;
  readonly ledger: FeedLedger;
  readonly outbox: Outbox;
  readonly addressing: Addressing;
  readonly rules: FeedRules;
  readonly clock: Clock;
  readonly memory: SeenMemory;
  /** Who holds the lease. Unique per process. */
  readonly holder: string;
  /** Tells the operators, once per pause; whether it worked. Runs before the pause is saved: a crash may repeat it. */
  readonly notice: (pause: Pause, error: PostureError) => Promise<boolean>;
}

export interface PollReport {
  readonly outcome: 'polled' | 'paused' | 'busy-elsewhere' | 'failed';
  readonly error?: PostureError;
  /** Why the feed pauses, when it does. */
  readonly paused?: Pause['because'];
  readonly order: FeedState['order'];
  readonly announced: number;
  readonly quiet: number;
  readonly parcels: number;
  readonly unreadable: number;
  /** What queues did not take in this poll. It is recorded and tried again. */
  readonly refusals: readonly Refusal[];
  readonly requests: number;
  /** There is more to do than fitted into the time. */
  readonly behind: boolean;
  /** Age of the oldest item not handed over, as far as is known. */
  readonly lagMs: number;
}

/** Requests may take a while, and effects too: none begins with less time left than this. */
const RESERVE_MS = 2_000;
/** A cursor that comes up this often in one run leads in circles. */
const MOST_VISITS = 4;
/** Progress without new items is saved every so many pages. */
const PAGES_PER_SAVE = 20;
/** A walk that goes on behind this many pages is catching up, and leaves room in the budget for others. */
const LIVE_PAGES = 10;

export interface FeedPoller {
  poll(deadlineMs: number): Promise<PollReport>;
}

/** A poller keeps what it knows between polls, so that an idle poll of a warm process asks the ledger nothing. */
export function createFeedPoller(parts: PollParts): FeedPoller {
  let known: KnownRow | null = null;
  const carried: Carried = { unfinishedAfter: null };

  return {
    async poll(deadlineMs) {
      // Twice, because what this process remembers may be out of date; then the row itself says how things are.
      for (let attempt = 1; ; attempt++) {
        known ??= await loadRow(parts);
        const run = createRun(parts, known, deadlineMs, carried);
        try {
          const report = await run.poll();
          known = run.known();
          return report;
        } catch (error) {
          known = null;
          if (!(error instanceof FeedMovedError)) throw error;
          const lease = error.row?.lease;
          const busy = lease && lease.holder !== parts.holder && lease.expiresAtMs > parts.clock.now();
          if (busy || attempt === 2) return run.report('busy-elsewhere');
        }
      }
    },
  };
}

/** What one process carries from poll to poll besides the row. */
interface Carried {
  /** Where it stopped retrying what queues had not taken. */
  unfinishedAfter: ItemRecord | null;
}

async function loadRow({ ledger, feed, rules, clock }: PollParts): Promise<KnownRow> {
  const row = await ledger.load(feed);
  const state = (row?.state as FeedState | null | undefined) ?? initialState(rules, clock.now());
  if (state.v !== 1)
    throw new Error(`the state of ${feed.domain}/${feed.feed} was written by another version (${state.v})`);
  return { version: row?.version ?? 0, state };
}

/** One poll. */
function createRun(parts: PollParts, start: KnownRow, deadlineMs: number, carried: Carried) {
  const { clock, source, rules } = parts;
  const session: FeedSession = openSession(parts, start.version);
  const handOverParts = { ...parts, hold: session.hold };
  const refusals: Refusal[] = [];
  const visits = new Map<string, number>();
  const counts = { announced: 0, quiet: 0, parcels: 0, unreadable: 0, requests: 0 };
  let state = start.state;
  let oldestMissingMs: number | null = null;

  const circumstances = (): Circumstances => ({
    rules,
    filtersByTime: source.filtersByTime,
    nowMs: clock.now(),
  });
  const timeIsUp = () => clock.now() + RESERVE_MS >= deadlineMs;

  async function poll(): Promise<PollReport> {
    const paused = state.pause !== null && isPaused(state.pause, clock.now());
    const failure = paused ? undefined : await walkAll();
    if (failure) await pauseOn(failure);
    // Needs no API, so neither a pause nor a failure keeps it waiting.
    if (state.unfinished && !timeIsUp()) await retryUnfinished();
    if (session.touched || !same(state, start.state)) await session.finish(state);
    const pausing = paused || (failure !== undefined && state.pause !== null);
    return report(pausing ? 'paused' : failure ? 'failed' : 'polled', failure);
  }

  /** New items first, then what was left behind, then what may have come late; the first thing that failed. */
  async function walkAll(): Promise<PostureError | undefined> {
    const live = planLive(state, circumstances());
    const failure = await failureOf(live ? walkOn(live, 'live') : glance());
    if (failure) return failure;
    let later: PostureError | undefined;
    for (const walk of [...state.walks]) {
      if (timeIsUp() || !state.walks.includes(walk)) continue;
      // One walk that meets a broken page does not keep the others, nor the sweep, from going on.
      const failed = await failureOf(walkOn(walk, 'backfill'));
      later ??= failed;
    }
    const sweep = timeIsUp() ? null : planSweep(state, circumstances());
    const swept = sweep ? await failureOf(walkOn(sweep, 'background')) : undefined;
    return later ?? swept;
  }

  /** While a long list without an order rests from being walked whole: its head is where new items often are. */
  async function glance(): Promise<void> {
    const walk = beginWalk({ kind: 'live', ...windowOf(state, circumstances()), startedAtMs: clock.now() });
    const page = await fetchPage(walk, 'live');
    if (page) await handOverPage(page, absorbPage(walk, page).wanted);
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
      state = { ...settle(state, walk, circumstances()), pause: null };
    } catch (error) {
      // What was reached is not lost, and neither is a walk that someone began earlier.
      if (resumed || walk.pages > 0) state = suspendWalk(state, walk, circumstances());
      throw error;
    }
  }

  /** Reads page after page. True when the walk has come to its end, false when the time is up. */
  async function walkPages(begun: Walk, priority: Priority, reach: (walk: Walk) => void): Promise<boolean> {
    let walk = begun;
    let sinceSave = 0;
    let page = fetchPage(walk, priority);
    for (;;) {
      const answer = await page;
      if (answer === null || (lostItsPlace(walk, answer) && countVisit(`lost ${placeOf(walk)?.id}`) === 1)) {
        walk = stepBack(walk);
        page = fetchPage(walk, priority);
        continue;
      }
      if (walk.pages === 0) walk = await noteClock(walk, answer);
      const { walk: next, wanted, ended } = absorbPage(walk, answer);
      const more = !ended && !timeIsUp();
      // Fetched while the last page is being written. A failure is looked at when its turn comes.
      if (more) page = fetchPage(next, priority);
      page.catch(() => {});
      const fresh = await handOverPage(answer, wanted);
      walk = next;
      reach(walk);
      if (!source.filtersByTime && walk.falls === 0)
        state = noteCheckpoints(state, answer.items, circumstances());
      if (!more) return ended;
      sinceSave = fresh ? PAGES_PER_SAVE : sinceSave + 1;
      if (sinceSave >= PAGES_PER_SAVE) {
        // Last on purpose: a crash above repeats this page, and the ledger absorbs the repetition.
        await session.save(suspendWalk(state, walk, circumstances()));
        sinceSave = 0;
      }
    }
  }

  /** The page behind a walk's place, or null when the API does not know the place any more. */
  async function fetchPage(walk: Walk, priority: Priority): Promise<FeedPage | null> {
    const cursor = placeOf(walk)?.id;
    if (cursor !== undefined && countVisit(cursor) > MOST_VISITS) {
      throw new MalformedError(`the list of ${parts.feed.feed} leads in circles at ${cursor}`);
    }
    // A second earlier, because the contract does not say whether the bound itself is included.
    const createdAfterMs = source.filtersByTime && walk.floorMs > 0 ? walk.floorMs - 1_000 : undefined;
    counts.requests++;
    const catchingUp = priority === 'live' && walk.pages >= LIVE_PAGES;
    try {
      return await source.page({
        cursor,
        createdAfterMs,
        priority: catchingUp ? 'backfill' : priority,
        deadlineMs,
      });
    } catch (error) {
      const refused =
        error instanceof NotFoundError || (error instanceof RejectedError && error.status < 500);
      if (cursor !== undefined && refused) return null;
      throw error;
    }
  }

  async function handOverPage(page: FeedPage, wanted: FeedPage['items']): Promise<boolean> {
    counts.unreadable += page.unreadable.length;
    // A page may show an item twice.
    const once = new Map(wanted.map((item) => [item.id, item]));
    const unknown = [...once.values()].filter((item) => !parts.memory.has(seenName(item)));
    if (unknown.length === 0) return false;
    const handed = await handOver(handOverParts, unknown, state.quietBeforeMs);
    counts.announced += handed.announced;
    counts.quiet += handed.quiet;
    counts.parcels += handed.parcels;
    refusals.push(...handed.refusals);
    if (handed.unfinished) state = { ...state, unfinished: true };
    return handed.announced + handed.quiet > 0;
  }

  async function retryUnfinished(): Promise<void> {
    const dead = new Set<string>();
    const oldest: number[] = [];
    let after = carried.unfinishedAfter;
    const fromStart = after === null;
    do {
      const some = await finishSome(handOverParts, after, dead);
      after = some.last;
      refusals.push(...some.refusals);
      if (some.oldestMs !== null) oldest.push(some.oldestMs);
    } while (after !== null && !timeIsUp());
    // Next time it goes on behind what it could not finish, so that nothing waits behind a dead queue for ever.
    carried.unfinishedAfter = after;
    oldestMissingMs = oldest.length === 0 ? null : Math.min(...oldest);
    // What was noted in this very poll may not be in the index yet.
    const finished = fromStart && after === null && oldest.length === 0 && refusals.length === 0;
    state = { ...state, unfinished: !finished };
  }

  /** The API's own clock, or a time that is surely not later than it. */
  async function noteClock(walk: Walk, page: FeedPage): Promise<Walk> {
    const startedAtMs = page.serverTimeMs ?? clock.now() - UNSAID_CLOCK_MS;
    if (walk.initial && rules.start === 'now' && state.quietBeforeMs === null) {
      // From here on it is written down what is history, whatever becomes of this run.
      state = { ...state, quietBeforeMs: startedAtMs };
      await session.save(state);
    }
    return { ...walk, startedAtMs };
  }

  async function pauseOn(error: PostureError): Promise<void> {
    const pause = pauseFor(error, state.pause, clock.now());
    if (!pause) return;
    const told = pause.told || (await parts.notice(pause, error));
    state = { ...state, pause: { ...pause, told } };
  }

  function countVisit(cursor: string): number {
    const count = (visits.get(cursor) ?? 0) + 1;
    visits.set(cursor, count);
    return count;
  }

  function report(outcome: PollReport['outcome'], error?: PostureError): PollReport {
    const nowMs = clock.now();
    const waitingSince = [oldestWaitingMs(state, rules), oldestMissingMs].filter((time) => time !== null);
    return {
      outcome,
      ...(error ? { error } : {}),
      ...(outcome === 'paused' && state.pause ? { paused: state.pause.because } : {}),
      order: state.order,
      ...counts,
      refusals,
      behind: state.walks.length > 0,
      lagMs: nowMs - Math.min(nowMs, ...waitingSince),
    };
  }

  return { poll, report, known: (): KnownRow => ({ version: session.version, state }) };
}

const same = (a: FeedState, b: FeedState): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** What the API said no with; anything else is not for us to catch. */
async function failureOf(work: Promise<void>): Promise<PostureError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof PostureError) return error;
    throw error;
  }
}
