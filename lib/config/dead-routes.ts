import { CASE_ONLY_FIELDS, CONDITION_FIELDS, type Condition, type ConditionField } from './condition.ts';
import type { BridgeConfig } from './define-bridge.ts';
import type { Feed } from './poll-settings.ts';
import { placesOf } from './route-places.ts';

/** What all items of one list have in common. */
interface Source {
  readonly domain: string;
  readonly feed: Feed;
}

export interface DeadRoute {
  readonly index: number;
  /** The final routes that take everything before it; empty if it never matches at all. */
  readonly behind: readonly string[];
}

/** The routes that no item can ever match, whatever the API sends. */
export function findDeadRoutes({ domains, poll, routes }: BridgeConfig): DeadRoute[] {
  const reached = new Set<number>();
  const behind = routes.map(() => new Set<string>());
  for (const source of sourcesOf(Object.keys(domains), poll.feeds)) {
    let stoppedBy: string | undefined;
    for (const [index, { name, when, final, shadow }] of routes.entries()) {
      const truth = judge(when, source);
      if (truth === false) continue;
      if (stoppedBy !== undefined) {
        behind[index]?.add(stoppedBy);
        continue;
      }
      reached.add(index);
      if (truth === true && final && !shadow) stoppedBy = name;
    }
  }
  return [...behind].flatMap((names, index) => (reached.has(index) ? [] : [{ index, behind: [...names] }]));
}

/** Whether some route may send an item of this list to this destination, judged without knowing the item. */
export const mayReceive = (
  { poll, routes }: Pick<BridgeConfig, 'poll' | 'routes'>,
  source: Source,
  destination: string,
): boolean =>
  poll.feeds.includes(source.feed) &&
  routes.some(({ when, to, shadow }) => !shadow && to.includes(destination) && judge(when, source) !== false);

/** Whether an item of a list may match a route, regardless of the routes before it. */
export const mayMatch = (
  { domains, poll }: Pick<BridgeConfig, 'domains' | 'poll'>,
  { when }: { readonly when: Condition },
  feed: Feed,
): boolean =>
  poll.feeds.includes(feed) && Object.keys(domains).some((domain) => judge(when, { domain, feed }) !== false);

/** Where a list goes, judged without knowing the items. */
export interface ListPlaces {
  /** The destinations that may get some of it, including those of escalations. */
  readonly some: ReadonlySet<string>;
  /** The destinations that get all of it, whatever the items are. */
  readonly all: ReadonlySet<string>;
}

export function listPlaces(
  { poll, routes }: Pick<BridgeConfig, 'poll' | 'routes'>,
  source: Source,
): ListPlaces {
  const some = new Set<string>();
  const all = new Set<string>();
  /** Items that a final route may take reach no further destination through the routes after it. */
  let reached: ReadonlySet<string> | null = null;
  for (const { when, to, escalation, shadow, final } of poll.feeds.includes(source.feed) ? routes : []) {
    const truth = judge(when, source);
    if (shadow || truth === false) continue;
    for (const place of placesOf({ to, escalation })) some.add(place);
    const whole = to.filter((place) => reached === null || reached.has(place));
    if (truth === true) for (const place of whole) all.add(place);
    if (final && truth === true) break;
    if (final) reached = new Set(whole);
  }
  return { some, all };
}

const sourcesOf = (domains: readonly string[], feeds: readonly Feed[]): Source[] =>
  domains.flatMap((domain) => feeds.map((feed) => ({ domain, feed })));

/** Null if it depends on the item. */
type Truth = boolean | null;

function judge(condition: Condition, source: Source): Truth {
  return all([
    ...CONDITION_FIELDS.map((field) => judgeField(field, condition[field], source)),
    ...(condition.any ? [not(all(condition.any.map((part) => not(judge(part, source)))))] : []),
    ...(condition.all ?? []).map((part) => judge(part, source)),
    ...(condition.not ? [not(judge(condition.not, source))] : []),
  ]);
}

function judgeField(
  field: ConditionField,
  wanted: readonly string[] | undefined,
  { domain, feed }: Source,
): Truth {
  if (!wanted) return true;
  if (field === 'domain') return wanted.some((name) => name.toLowerCase() === domain);
  if (field === 'feed') return wanted.includes(feed);
  return feed === 'threats' && CASE_ONLY_FIELDS.some((name) => name === field) ? false : null;
}

const not = (truth: Truth): Truth => (truth === null ? null : !truth);

const all = (parts: readonly Truth[]): Truth =>
  parts.includes(false) ? false : parts.includes(null) ? null : true;
