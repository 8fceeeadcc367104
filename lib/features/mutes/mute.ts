import { clean } from '../../base/text/clean-text.ts';
import type { Person } from '../../case/answer.ts';
import { APPROVE_WITHIN_MS } from '../../config/approval-deadline.ts';

/** What can be muted. `route`: what a route of the configuration sends. */
export const MUTABLE = ['user', 'threatType', 'category', 'source', 'route'] as const;
export type Mutable = (typeof MUTABLE)[number];

/** Something that analysts do not want to see for a while. Always with an end, and with a reason. */
export interface Mute {
  readonly id: string;
  readonly field: Mutable;
  /** The address of a person, a threat type, a category, a source, or the name of a route. */
  readonly value: string;
  /** Hides critical cases too: only if the person asked for that. */
  readonly critical: boolean;
  readonly reason: string;
  readonly by: Person;
  readonly atMs: number;
  readonly untilMs: number;
  /** The second person, where it needed one. */
  readonly approvedBy?: Person | undefined;
  /** The addresses of the people who made it: it hides nothing about them. */
  readonly except?: readonly string[] | undefined;
  /** Somebody ended it early. */
  readonly ended?: { readonly by: Person; readonly atMs: number } | undefined;
  /** The operators were told of it. */
  readonly told?: boolean | undefined;
  /** What it hid was listed. */
  readonly listed?: boolean | undefined;
}

/**
 * A mute that waits for its second person. It is kept apart from the mutes, so that no function can take it for one. `ended`:
 * who declined it, or took it back.
 */
export interface WaitingMute extends Mute {
  /** Why one person is not enough, in words. */
  readonly needs: string;
}

export const isWaiting = ({ atMs, ended }: WaitingMute, nowMs: number): boolean =>
  !ended && nowMs - atMs < APPROVE_WITHIN_MS;

export const endOf = ({ untilMs, ended }: Mute): number => Math.min(untilMs, ended?.atMs ?? untilMs);
export const isActive = (mute: Mute, nowMs: number): boolean => mute.atMs <= nowMs && nowMs < endOf(mute);

export const SHORTEST_MUTE_MS = 5 * 60_000;
export const LONGEST_MUTE_MS = 30 * 86_400_000;
/** As long as they can be, so many take three quarters of their row: there is always room to end one. */
export const MOST_MUTES = 50;
/** Of one person, so that nobody alone uses up the room of all. */
export const MOST_OF_ONE = 10;
export const LONGEST_VALUE = 320;
const LONGEST_REASON = 500;

/** How many mutes count: those that are on, that wait, or whose hidden items are not listed yet. */
export interface MutesBefore {
  readonly all: number;
  readonly ofPerson: number;
}

/** Why something cannot be muted like this, in words for the person; null if it can. */
export function muteProblem(
  mute: Omit<Mute, 'id'>,
  { routes, before }: { readonly routes: readonly string[]; readonly before: MutesBefore },
): string | null {
  const { field, value, reason, atMs, untilMs } = mute;
  if (clean(value) === '') return 'Say what to mute.';
  if (value.length > LONGEST_VALUE) return `That is longer than ${LONGEST_VALUE} characters.`;
  if (field === 'user' && /[*?]/.test(value)) return 'Name one person: a mute has no wildcards.';
  if (field === 'user' && !/^\S+@\S+$/.test(value))
    return "Give the person's e-mail address: two people may have the same name.";
  if (field === 'route' && !routes.includes(value))
    return `There is no route "${value.slice(0, 80)}". Routes: ${routes.join(', ').slice(0, 500)}.`;
  if (clean(reason) === '') return 'Say why: others will ask.';
  if (reason.length > LONGEST_REASON) return `The reason is longer than ${LONGEST_REASON} characters.`;
  if (!(untilMs - atMs >= SHORTEST_MUTE_MS)) return 'A mute lasts at least five minutes.';
  if (untilMs - atMs > LONGEST_MUTE_MS) return 'A mute lasts at most 30 days.';
  if (before.ofPerson >= MOST_OF_ONE) return `You have ${MOST_OF_ONE} mutes already. ${END_ONE}`;
  if (before.all >= MOST_MUTES) return `There are ${MOST_MUTES} mutes already. ${END_ONE}`;
  return null;
}

const END_ONE = 'End one first, and wait three minutes.';
