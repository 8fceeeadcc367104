import type { Person } from '../../case/answer.ts';

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
  /** Somebody ended it early. */
  readonly ended?: { readonly by: Person; readonly atMs: number } | undefined;
  /** What it hid was listed. */
  readonly listed?: boolean | undefined;
}

export const endOf = ({ untilMs, ended }: Mute): number => Math.min(untilMs, ended?.atMs ?? untilMs);
export const isActive = (mute: Mute, nowMs: number): boolean => mute.atMs <= nowMs && nowMs < endOf(mute);

export const SHORTEST_MUTE_MS = 5 * 60_000;
export const LONGEST_MUTE_MS = 30 * 86_400_000;
export const MOST_MUTES = 50;
const LONGEST_VALUE = 320;
const LONGEST_REASON = 500;

/** Why something cannot be muted like this, in words for the person; null if it can. */
export function muteProblem(
  mute: Omit<Mute, 'id'>,
  { routes, active }: { readonly routes: readonly string[]; readonly active: number },
): string | null {
  const { field, value, reason, atMs, untilMs } = mute;
  if (!value.trim()) return 'Say what to mute.';
  if (value.length > LONGEST_VALUE) return `That is longer than ${LONGEST_VALUE} characters.`;
  if (field === 'user' && /[*?]/.test(value)) return 'Name one person: a mute has no wildcards.';
  if (field === 'route' && !routes.includes(value))
    return `There is no route "${value.slice(0, 80)}". Routes: ${routes.join(', ').slice(0, 500)}.`;
  if (!reason.trim()) return 'Say why: others will ask.';
  if (reason.length > LONGEST_REASON) return `The reason is longer than ${LONGEST_REASON} characters.`;
  if (!(untilMs - atMs >= SHORTEST_MUTE_MS)) return 'A mute lasts five minutes at least.';
  if (untilMs - atMs > LONGEST_MUTE_MS) return 'A mute lasts 30 days at most.';
  if (active >= MOST_MUTES) return `There are ${MOST_MUTES} mutes already. End one first.`;
  return null;
}
