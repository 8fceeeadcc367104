import * as z from 'zod/mini';
import { RUNBOOK_HEADINGS, type RunbookHeading } from '../../config/runbook-headings.ts';
import type { Found, Problem } from '../../reconcile/findings.ts';

const ms = z.number();
const What = z.enum(['begun', 'over']);

/** What is remembered of a problem from run to run. Nothing in it changes as long as the problem stays as it is. */
const Entry = z.object({
  heading: z.enum(RUNBOOK_HEADINGS),
  subject: z.string(),
  /** Since when: as the ledger says, or when it was first seen this time. */
  sinceMs: ms,
  /** No more than a suspicion until it counts. */
  isSuspicion: z.optional(z.boolean()),
  mark: z.optional(z.string()),
  holdsUntilMs: z.optional(ms),
  reportedElsewhere: z.optional(z.boolean()),
  /** From when on it counted: somebody is called. */
  openMs: z.optional(ms),
  /** Since when it is not seen any more, though it still counts: it may come back. */
  goneMs: z.optional(ms),
  /** When it was over. It is remembered for a while, so that a recurring problem is noticed. */
  overMs: z.optional(ms),
  /** How often it has begun lately. */
  times: z.number(),
  /** What the operators will be told, and since when: changes of the same time go into one notice. */
  telling: z.optional(z.object({ what: What, atMs: ms })),
});
export type Entry = z.infer<typeof Entry>;

export const HealthState = z.object({ v: z.literal(1), entries: z.array(Entry) });
export type HealthState = z.infer<typeof HealthState>;
export const WELL: HealthState = { v: 1, entries: [] };

/** How long a problem has to be gone to be over; twice as long each time it comes back. */
const CALM_MS = 5 * 60_000;
const LONGEST_CALM_MS = 80 * 60_000;
/** How long after its end the same problem counts as recurring. */
const REMEMBERED_MS = 6 * 3_600_000;

const calmMs = ({ times }: Entry): number => Math.min(LONGEST_CALM_MS, CALM_MS * 2 ** (times - 1));
export const nameOf = ({ heading, subject }: Pick<Entry, 'heading' | 'subject'>): string =>
  `${heading}\n${subject}`;

/** It counts: somebody is called. */
export const isOpen = ({ openMs, overMs }: Entry): boolean => openMs !== undefined && overMs === undefined;
/** It is wrong, whether or not somebody is called. */
export const isShown = (entry: Entry): boolean =>
  isOpen(entry) || (entry.overMs === undefined && !entry.isSuspicion);

/** The state after a run has seen this. The same object when nothing has changed. */
export function advance(state: HealthState, { problems, unsure }: Found, nowMs: number): HealthState {
  const seen = byName(problems);
  const known = new Set(state.entries.map(nameOf));
  const entries = state.entries.flatMap((entry) => {
    const problem = seen.get(nameOf(entry));
    if (problem) return seenAgain(entry, problem, nowMs);
    return unsure.has(entry.heading) || unsure.has(nameOf(entry)) ? entry : notSeen(entry, nowMs);
  });
  const added = [...seen.values()]
    .filter((problem) => !known.has(nameOf(problem)))
    .map((problem) => begin(problem, 1, nowMs));
  const next = [...entries, ...added];
  const isSame = next.length === state.entries.length && next.every((one, n) => one === state.entries[n]);
  return isSame ? state : { v: 1, entries: next };
}

/** Both feeds of a domain may say that its key is refused: the earlier one counts. */
function byName(problems: readonly Problem[]): ReadonlyMap<string, Problem> {
  const named = new Map<string, Problem>();
  for (const problem of problems) {
    const { sinceMs = Number.POSITIVE_INFINITY } = named.get(nameOf(problem)) ?? {};
    if (!named.has(nameOf(problem)) || (problem.sinceMs ?? Number.POSITIVE_INFINITY) < sinceMs)
      named.set(nameOf(problem), problem);
  }
  return named;
}

function begin(problem: Problem, times: number, nowMs: number): Entry {
  const { heading, subject, sinceMs = nowMs, isSuspicion, mark, holdsUntilMs, reportedElsewhere } = problem;
  const entry: Entry = {
    heading,
    subject,
    sinceMs,
    ...(isSuspicion && { isSuspicion }),
    ...(mark !== undefined && { mark }),
    ...(holdsUntilMs !== undefined && { holdsUntilMs }),
    ...(reportedElsewhere && { reportedElsewhere }),
    times,
  };
  return opened(entry, problem, nowMs);
}

/** Counts from now on, if it was seen for long enough. */
function opened(entry: Entry, { patienceMs = 0 }: Problem, nowMs: number): Entry {
  if (entry.openMs !== undefined || nowMs - entry.sinceMs < patienceMs) return entry;
  const telling = entry.reportedElsewhere ? {} : { telling: { what: 'begun' as const, atMs: nowMs } };
  return { ...entry, openMs: nowMs, ...telling };
}

function seenAgain(entry: Entry, problem: Problem, nowMs: number): Entry {
  if (entry.overMs !== undefined) return begin(problem, entry.times + 1, nowMs);
  // Before it counts, it has to stay the same.
  const isOther =
    entry.mark !== problem.mark || (entry.isSuspicion ?? false) !== (problem.isSuspicion ?? false);
  if (entry.openMs === undefined && isOther) return begin(problem, entry.times, nowMs);
  const { holdsUntilMs, sinceMs = entry.sinceMs } = problem;
  const isChanged =
    entry.goneMs !== undefined || entry.holdsUntilMs !== holdsUntilMs || entry.sinceMs !== sinceMs;
  const { goneMs: _, holdsUntilMs: __, ...rest } = entry;
  const next = isChanged ? { ...rest, sinceMs, ...(holdsUntilMs !== undefined && { holdsUntilMs }) } : entry;
  return opened(next, problem, nowMs);
}

function notSeen(entry: Entry, nowMs: number): Entry | [] {
  if (entry.overMs !== undefined) return nowMs - entry.overMs >= REMEMBERED_MS ? [] : entry;
  if ((entry.holdsUntilMs ?? 0) > nowMs) return entry;
  // It went away before it counted, but the recurrence is remembered.
  if (entry.openMs === undefined) return entry.times > 1 ? { ...entry, overMs: nowMs } : [];
  if (entry.goneMs === undefined) return { ...entry, goneMs: nowMs };
  // Changes are told in their order.
  if (entry.telling || nowMs - entry.goneMs < calmMs(entry)) return entry;
  return entry.reportedElsewhere
    ? { ...entry, overMs: nowMs }
    : { ...entry, telling: { what: 'over', atMs: nowMs } };
}

/** What the operators are told in one notice. */
export interface Telling {
  readonly heading: RunbookHeading;
  readonly what: z.infer<typeof What>;
  readonly atMs: number;
  readonly entries: readonly Entry[];
}

/** What the operators have not been told yet. After a crash it has the same entries and the same time. */
export function tellingsOf({ entries }: HealthState): readonly Telling[] {
  const tellings = new Map<string, Telling>();
  for (const entry of entries) {
    if (!entry.telling) continue;
    const { what, atMs } = entry.telling;
    const name = `${entry.heading} ${what} ${atMs}`;
    const before = tellings.get(name)?.entries ?? [];
    tellings.set(name, { heading: entry.heading, what, atMs, entries: [...before, entry] });
  }
  return [...tellings.values()].toSorted((a, b) => a.atMs - b.atMs);
}

/** The state after the operators were told these. */
export function toldIn(state: HealthState, told: readonly Telling[]): HealthState {
  const done = new Set(told.flatMap(({ entries }) => entries));
  return {
    v: 1,
    entries: state.entries.map((entry) => {
      if (!done.has(entry) || !entry.telling) return entry;
      const { telling, ...rest } = entry;
      return telling.what === 'over' ? { ...rest, overMs: telling.atMs } : rest;
    }),
  };
}
