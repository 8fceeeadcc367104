import { counted } from '../../base/text/format.ts';
import type { Found } from '../../reconcile/findings.ts';
import { advance, type Entry, type HealthState, isOpen, isShown, nameOf } from './health-state.ts';

/** Something that is wrong now, in the words in which everybody is shown it. */
export interface ShownProblem {
  /** What it is: a heading of the runbook. */
  readonly heading: string;
  /** What it is about: a feed, a destination, a queue. */
  readonly of: string;
  /** Null until the reconciler has seen it, where the ledger does not know. */
  readonly sinceMs: number | null;
  /** `may pass by itself`: nobody is called yet. `seems to be over`: it may come back. */
  readonly note: 'may pass by itself' | 'seems to be over' | null;
}

/** How the bridge is. Commands, the console, the chats and the metric all show this. */
export interface HealthAnswer {
  readonly headline: string;
  readonly problems: readonly ShownProblem[];
}

export const HEALTHY = 'The bridge is healthy.';

export const headlineOf = (count: number): string =>
  count === 0 ? HEALTHY : `The bridge has ${counted(count, 'problem')}.`;

/** How the bridge is, from what one look at it found and from what the reconciler remembers. */
export function judgeHealth(remembered: HealthState, found: Found, nowMs: number): HealthAnswer {
  const known = new Set(remembered.entries.filter(({ overMs }) => overMs === undefined).map(nameOf));
  const dated = new Set(found.problems.filter(({ sinceMs }) => sinceMs !== undefined).map(nameOf));
  const problems = advance(remembered, found, nowMs)
    .entries.filter(isShown)
    .map((entry) => ({
      heading: entry.heading,
      of: entry.subject,
      sinceMs: known.has(nameOf(entry)) || dated.has(nameOf(entry)) ? entry.sinceMs : null,
      note: noteOf(entry),
    }));
  return { headline: headlineOf(problems.length), problems };
}

const noteOf = (entry: Entry): ShownProblem['note'] => {
  if (!isOpen(entry)) return 'may pass by itself';
  return entry.goneMs === undefined ? null : 'seems to be over';
};

/** The value of the metric: 1 if nothing is wrong, one half while that may pass by itself, and 0 where somebody is called. */
export function healthyOf({ problems }: HealthAnswer): 0 | 0.5 | 1 {
  if (problems.length === 0) return 1;
  return problems.every(({ note }) => note === 'may pass by itself') ? 0.5 : 0;
}
