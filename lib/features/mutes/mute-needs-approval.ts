import { DAY_MS, WEEK_MS } from '../../base/time.ts';
import type { Condition } from '../../config/condition.ts';
import type { CompiledRoutes } from '../../routing/compile-routes.ts';
import { foldCase } from '../../routing/item-facts.ts';
import { matchRoutes } from '../../routing/route-item.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import { hide } from './hidden-by-mutes.ts';
import { isActive, type Mute } from './mute.ts';

/** Cases of the last 7 days, as the platform lists them. */
export interface PastCases {
  readonly cases: readonly { readonly routed: RoutedItem; readonly createdAtMs: number }[];
}

export interface AroundMute {
  readonly routes: CompiledRoutes;
  readonly conditions: readonly {
    readonly name: string;
    readonly when: Condition;
    readonly shadow: boolean;
  }[];
  readonly chats: ReadonlySet<string>;
  /** What is muted already. */
  readonly mutes: readonly Mute[];
  /** Null where the platform did not say. */
  readonly past: PastCases | null;
  /** The address of the person who mutes; null where the bridge does not know it. */
  readonly address: string | null;
  readonly nowMs: number;
}

/** Most mutes that people make are about one noisy person or type. What hides more than this share changes what a team sees. */
export const MOST_SHARE = 0.25;

/**
 * Why a mute needs a second person, in words; null if one is enough. Mutes that one person made count together, or somebody
 * could hide everything slice by slice. What cannot be counted needs two people.
 */
export function whySecond(mute: Mute, around: AroundMute): string | null {
  const { address, past, nowMs } = around;
  if (mute.critical) return 'it hides critical cases';
  const route = wholeRoute(mute, around.conditions);
  if (route !== undefined) return `it hides everything from the route ${route}`;
  if (mute.field === 'user' && address === null)
    return 'the bridge does not know the e-mail address of the person who asks, so the mute could be about that person';
  if (!past) return 'the platform did not say how much it would hide';
  const alone = around.mutes.filter((one) => isActive(one, nowMs) && !one.approvedBy && one.id !== mute.id);
  const seen = past.cases.flatMap(({ routed, createdAtMs }) => {
    const live = matchRoutes(around.routes, routed).filter(
      ({ shadow, to }) => !shadow && to.some((name) => around.chats.has(name)),
    );
    const isHidden = (mutes: readonly Mute[]) => hide(mutes, around.routes, routed, around) !== null;
    const [before, after] = [isHidden(alone), isHidden([...alone, mute])];
    return live.length > 0 ? [{ createdAtMs, live: live.map(({ name }) => name), before, after }] : [];
  });
  if (seen.every(({ before, after }) => before === after)) return null;
  const names = new Set(seen.flatMap(({ live }) => live));
  for (const name of names) {
    const sent = seen.filter(({ live }) => live.includes(name));
    if (sent.length > 1 && sent.every(({ after }) => after))
      return `it hides everything from the route ${name}`;
  }
  for (const [ms, when] of [
    [DAY_MS, 'last 24 hours'],
    [WEEK_MS, 'last 7 days'],
  ] as const) {
    const young = seen.filter(({ createdAtMs }) => nowMs - createdAtMs <= ms);
    const hidden = young.filter(({ after }) => after).length;
    if (hidden > 1 && hidden > young.length * MOST_SHARE)
      return `together with what one person alone muted already, it hides ${hidden} of the ${young.length} cases of the ${when}`;
  }
  return null;
}

/** A route that sends nothing else than what is muted. */
function wholeRoute({ field, value }: Mute, conditions: AroundMute['conditions']): string | undefined {
  if (field === 'route') return value;
  const isSame = (one: string): boolean => foldCase(one) === foldCase(value);
  const isOnly = (when: Condition): boolean =>
    when[field]?.every(isSame) === true ||
    when.any?.every(isOnly) === true ||
    when.all?.some(isOnly) === true;
  return conditions.find(({ when, shadow }) => !shadow && isOnly(when))?.name;
}
