import { initialState, UNSAID_CLOCK_MS } from '../../lib/feed/feed-state.ts';
import { CHANNELS, DOMAIN } from './config.ts';
import { sinceMs } from './list-events.ts';
import { FEED_RULES, type FeedName, type Lists } from './lists.ts';
import type { CursorPolicy, ListedItem } from './model-list.ts';
import type { Surroundings } from './surroundings.ts';
import { START } from './world.ts';

const MINUTE = 60_000;
const LOST = 'nothing is lost';
interface Item {
  readonly name: string;
  readonly feed: FeedName;
  readonly listed: ListedItem;
}

/** Of a history of pollers: everything that is listed is told once, and in time; nothing from before the start is. */
export function createFeedJudge(
  {
    world,
    platform,
    table,
    slack,
    receiver,
    queues,
  }: Pick<Surroundings, 'world' | 'platform' | 'table' | 'slack' | 'receiver' | 'queues'>,
  lists: Lists,
) {
  const { time, has } = world;
  const policies = [
    lists.cursors,
    ...lists.events.map((event) => (event.what === 'cursors' ? event.policy : null)),
  ];
  const isEver = (policy: CursorPolicy) => policies.includes(policy);
  const turns = lists.events.some(({ what }) => what === 'order');
  const isUnsteady = turns || isEver('positional');
  const isPausing = lists.apiOutages.some(({ fault }) => fault === '401') || lists.apiFaults > 0;

  /** What each feed takes for history, and since when it has seen its list whole. */
  const began = new Map<
    string,
    { quietBeforeMs: number | null; startedAtMs: number | null; order: string }
  >();
  table.onUpdate = ({ pk, state }) => {
    const [kind, domain, feed] = pk?.S?.split('#') ?? [];
    if (kind !== 'feed' || domain !== DOMAIN || !feed || !state?.S) return;
    const saved = JSON.parse(state.S);
    const one = began.get(feed) ?? { quietBeforeMs: null, startedAtMs: null, order: 'unknown' };
    began.set(feed, one);
    one.order = saved.order;
    if (one.startedAtMs !== null) return;
    // Later than now is no start of anything, unless nobody says what the time is and our own clock is ahead.
    if (saved.quietBeforeMs !== null)
      one.quietBeforeMs ??= Math.min(saved.quietBeforeMs, time.nowMs + lists.clockOffsetMs + unsaidMs);
    if (saved.started && saved.quietBeforeMs === null) one.startedAtMs = time.nowMs;
  };

  const items = (): Item[] => [
    ...platform.threats.map(({ title, listed }) => ({ name: title, feed: 'threats' as const, listed })),
    ...platform.cases.map((one) => ({
      ...{ name: platform.briefOf(one), feed: 'cases' as const, listed: one.listed },
    })),
  ];
  const lateMs = ({ createdAtMs, visibleAtMs }: ListedItem) =>
    visibleAtMs + lists.clockOffsetMs - createdAtMs;

  /** How much later than the API's our clocks are than is allowed for, where the API does not say its time. */
  const unsaidMs = lists.saysTime
    ? 0
    : Math.max(
        0,
        Math.max(
          0,
          ...(has('clocks') ? [...lists.clocks, ...lists.clockChanges.map(({ aheadMs }) => aheadMs)] : []),
        ) -
          lists.clockOffsetMs -
          UNSAID_CLOCK_MS,
      );
  /** A walk then takes an item that is dated into the future for as new as our clock says. */
  const blindMs = lists.events.some((event) => event.what === 'items' && event.bornMsAgo < 0) ? unsaidMs : 0;

  const start = lists.start === 'since' ? { since: sinceMs(lists) } : lists.start;
  const { notBeforeMs } = initialState({ start, pollEveryMs: MINUTE, ...FEED_RULES }, START);
  const firstSweepableMs = START + lists.clockOffsetMs - FEED_RULES.sweepWindowMs + 30 * MINUTE;

  function toldOf({ name, listed: { id } }: Item): { times: number; missing: string[] } {
    const posts = slack.posts.filter(
      ({ channel, first, thread }) =>
        channel === CHANNELS.soc && thread === null && first?.text.includes(name),
    );
    const heard = new Set(
      receiver.heard
        .filter(({ body, type }) => type.endsWith('.created') && body.includes(id))
        .map((one) => one.id),
    );
    return {
      times: Math.max(posts.length, heard.size),
      missing: [...(posts.length ? [] : ['soc']), ...(has('webhook') && !heard.size ? ['hook'] : [])],
    };
  }

  function judgeItem(item: Item): string[] {
    const { createdAtMs, visibleAtMs, deletedAtMs } = item.listed;
    const { times, missing } = toldOf(item);
    if (times > 1) return [`nothing twice: ${item.name} stands ${times} times`];
    const { quietBeforeMs = null, startedAtMs = null } = began.get(item.feed) ?? {};
    const isPast = visibleAtMs < START;
    // Where history is not told, it is written down what history is, before anything is told.
    if (isPast && lists.start === 'now' && quietBeforeMs === null && times)
      return [`what was there before the start is not told: ${item.name}, nor what is history`];
    if (isPast && createdAtMs < (quietBeforeMs ?? 0))
      return times && !isUnsteady ? [`what was there before the start is not told: ${item.name}`] : [];
    // A case that changed would be told; these do not.
    if (createdAtMs < notBeforeMs)
      return times ? [`what is from before \`since\` is not told: ${item.name}`] : [];
    const isExcused =
      deletedAtMs !== null ||
      (isPast && lists.start === 'now') ||
      (!isPast && lateMs(item.listed) >= FEED_RULES.sweepWindowMs - blindMs) ||
      // Read once, at the start: a list that changes its order meanwhile may hide what no sweep reaches.
      (isUnsteady && isPast && createdAtMs < firstSweepableMs) ||
      // Created before the start and shown before the list was seen whole: taken for history.
      (createdAtMs < (quietBeforeMs ?? 0) && visibleAtMs <= (startedAtMs ?? 0));
    return isExcused || missing.length === 0
      ? []
      : [`${LOST}: ${item.name} (${item.feed}) is not at ${missing.join(' and ')}`];
  }

  /** What waited for long, or seems to by a clock of ours that is behind, is told in one message that only counts it. */
  function butCounted(found: string[]): string[] {
    const counts = slack.posts.flatMap(({ first }) => {
      const title = /^[\d,]+ earlier .*/.exec(first?.text ?? '')?.[0] ?? '';
      return [...title.matchAll(/([\d,]+) earlier (?:case|threat)/g)].map(([, count = '']) =>
        Number(count.replaceAll(',', '')),
      );
    });
    const atMost = counts.reduce((sum, one) => sum + one, 0);
    const lost = found.filter((line) => line.startsWith(LOST));
    return lost.length <= atMost ? found.filter((line) => !lost.includes(line)) : found;
  }

  /** A list in groups that the poller takes for one: what is not in the first waits for a survey. */
  const looksOrdered = (feed: FeedName) =>
    feed === 'threats' && lists.order === 'grouped' && began.get(feed)?.order !== 'unordered';

  return {
    isEver,
    /** What a poll at this time should have found without a sweep, and has not. */
    late: (atMs: number): string[] =>
      isUnsteady || isPausing
        ? []
        : butCounted(
            items()
              .filter(
                ({ listed, feed }) =>
                  listed.visibleAtMs < atMs &&
                  lateMs(listed) < FEED_RULES.lookbackMs - unsaidMs &&
                  !looksOrdered(feed),
              )
              .flatMap(judgeItem)
              // Where a clock is an hour behind, it says an hour too late when a receiver that failed is tried again.
              .filter((line) => !(has('clocks') && has('faults') && line.includes('not at hook'))),
          ).map((line) => `${line}, ${Math.round((time.nowMs - atMs) / MINUTE)} minutes after a poll`),
    all: (): string[] => [
      ...butCounted(items().flatMap(judgeItem)),
      ...Object.entries(queues).flatMap(([name, { held, dead }]) =>
        [...held, ...dead].map(
          ({ body }) => `the queues are empty in the end: ${name} has ${body.slice(0, 120)}`,
        ),
      ),
    ],
  };
}
