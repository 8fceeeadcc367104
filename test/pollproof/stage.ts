import { createRandom } from '../support/random.ts';
import { ListRefusal, ModelList } from '../world/model-list.ts';
import { CALM_BEFORE, type FeedName, type Happening, type Scenario } from './scenario.ts';

/** How time passes: driven, or as it does in the world, only quicker. */
export interface Pace {
  readonly minuteMs: number;
  readonly day: number;
  /** How many minutes of calm follow, in which a poller can still find what it has missed. */
  readonly calmAfter: number;
}
/** A sweep that a poller makes once an hour has its turn. */
export const DRIVEN: Pace = { minuteMs: 60_000, day: 24 * 60, calmAfter: 75 };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Told {
  readonly id: string;
  readonly atMs: number;
}
/** Ends the process that made a request or told something. */
export type Die = () => void;

const PAGE_SIZE = 25;
const PAST = 10;

export type Stage = ReturnType<typeof createStage>;

/** The API of a scenario, what happens to it, and what a poller says that it has found. */
export function createStage(scenario: Scenario, seed: number, pace: Pace, nowMs: () => number) {
  const startMs = nowMs();
  const feed: FeedName = scenario.feed ?? 'cases';
  const { minuteMs } = pace;
  const list = new ModelList({
    createdAfter: 'inclusive',
    pageSize: scenario.pageSize ?? PAGE_SIZE,
    repeatsItems: false,
  });
  list.order = scenario.order ?? 'newest-first';
  list.cursorPolicy = scenario.cursors ?? 'resume';
  const all = scenario.happenings({ random: createRandom(seed), day: pace.day });
  const happenings = all.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at);
  const told: Told[] = [];
  const deadly = { request: 0, tell: 0 };
  let requests = 0;
  let losesCursor = false;

  const minutes = () => (nowMs() - startMs) / minuteMs;
  const outages = happenings.filter((one) => one.what === 'outage');
  const pauses = happenings.filter((one) => one.what === 'pause');
  const isIn = (minute: number) => (one: { at: number; for: number }) =>
    minute >= one.at && minute < one.at + one.for;
  const outageAt = (minute: number) => outages.find(isIn(minute));
  const isPausedAt = (minute: number) => pauses.some(isIn(minute));
  const lastHappening = Math.max(...happenings.map((one) => one.at + ('for' in one ? one.for : 0)));

  function addItems(one: Extract<Happening, { what: 'items' }>): void {
    const visibleMs = startMs + one.at * minuteMs;
    const newestMs = Math.max(...list.items.map(({ createdAtMs }) => createdAtMs));
    const lastMs =
      one.likeNewestLess === undefined
        ? visibleMs - (one.bornAgo ?? 0) * minuteMs
        : newestMs - one.likeNewestLess * minuteMs;
    for (let n = one.count - 1; n >= 0; n--)
      list.add(Math.round(lastMs - n * (one.apart ?? 0.001) * minuteMs), visibleMs);
  }

  function happen(one: Happening): void {
    if (one.what === 'items') addItems(one);
    else if (one.what === 'order') list.order = one.order;
    else if (one.what === 'kill') deadly[one.on] = one.nth;
    else if (one.what === 'delete-cursor') losesCursor = true;
  }

  /** Counts down to the one that is deadly. */
  const isDeadly = (on: keyof typeof deadly) => deadly[on] > 0 && --deadly[on] === 0;

  const bodyOf = (id: string, createdAtMs: number) => {
    const created_at = new Date(createdAtMs).toISOString();
    const shared = { user_email: 'anna@acme.example', created_at };
    return feed === 'cases'
      ? { case_id: id, threat_type: 'insider_threat', threat_brief: id, updated_at: created_at, ...shared }
      : { event_id: id, kind: 'threat', title: id, ...shared };
  };

  function page(url: URL): Answer {
    const after = feed === 'cases' ? url.searchParams.get('created_after') : null;
    const { items, nextCursor } = list.page({
      cursor: url.searchParams.get('next_cursor') ?? undefined,
      createdAfterMs: after === null ? undefined : Date.parse(after),
    });
    if (losesCursor && nextCursor !== null) {
      losesCursor = false;
      const named = list.items.find(({ id }) => id === nextCursor);
      if (named) named.deletedAtMs = nowMs();
    }
    const bodies = items.map(({ id, createdAtMs }) => bodyOf(id, createdAtMs));
    return json(200, { [feed === 'cases' ? 'items' : 'data']: bodies, next_cursor: nextCursor });
  }

  const json = (status: number, body: object): Answer => ({
    status,
    headers: { 'content-type': 'application/json', date: new Date(nowMs()).toUTCString() },
    body: JSON.stringify(body),
  });

  for (let n = PAST; n > 0; n--) list.add(startMs - n * 7 * minuteMs, startMs - 1);
  for (const one of all) if (one.at < 0) happen(one);

  return {
    ...{ scenario, feed, pace, startMs, happenings, happen, told, list },
    get requests() {
      return requests;
    },
    /** When everything is over, in minutes. */
    endsAt: Math.ceil(Math.max(lastHappening, CALM_BEFORE) + pace.calmAfter),
    isPaused: () => isPausedAt(minutes()),
    /** Nobody can find anything then: the API is out, or the poller is. */
    isOut: (minute: number) => outageAt(minute) !== undefined || isPausedAt(minute),
    /** Answers a request to the list. Those that look for nothing new are not counted. */
    answer(url: URL, die: Die, isPoll = true): Answer {
      if (isPoll) requests++;
      if (isPoll && isDeadly('request')) die();
      const out = outageAt(minutes());
      if (out) return json(out.status, { error: 'not now' });
      if (!url.pathname.endsWith(`/${feed}`)) return json(404, { error: 'there is no such list' });
      try {
        return page(url);
      } catch (error) {
        if (error instanceof ListRefusal) return json(error.status, { error: 'unknown cursor' });
        throw error;
      }
    },
    /** Takes what the poller tells the people whom it is for. */
    tell(id: string, die: Die): void {
      told.push({ id, atMs: nowMs() });
      if (isDeadly('tell')) die();
    },
  };
}
