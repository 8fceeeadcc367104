import type { FollowedCase } from '../case/case-ledger.ts';
import { isOver } from '../case/case-record.ts';
import { type Listed, truer } from '../case/vanished-or-reopened.ts';
import type { CaseFilter } from '../posture/filters.ts';
import type { List } from '../posture/list.ts';
import type { Call } from '../posture/request.ts';
import {
  CASE_STATES,
  type Case,
  type CaseState,
  closedAtMsOf,
  updatedAtMsOf,
} from '../posture/schemas/case.ts';
import { type TimeWindow, windowsOf } from './windows-to-list.ts';

/** A followed case that a list has. `item`: only if it changed. */
export interface FoundCase extends Listed {
  readonly item: Case | null;
}

/** What a look found. */
export interface CaseLook {
  readonly found: ReadonlyMap<string, FoundCase>;
  /** Open cases that no list has. Empty if the look is incomplete. */
  readonly missing: readonly FollowedCase[];
  readonly requests: number;
  /** Why the look is incomplete, in words for operators. */
  readonly problem: unknown;
}

export interface LookForCasesParts {
  readonly cases: Pick<List<Case, CaseFilter>, 'pages'>;
  readonly nameOf: (caseId: string) => string;
  readonly call: Call;
}

const OPEN_STATES = CASE_STATES.filter((state) => !isOver(state));
/** The lists of open cases hold no history, so one span is nearly always best. */
const WIDE = { most: 3, apartMs: 7 * 86_400_000 };
/** The other lists hold all history. */
const NARROW = { most: 10, apartMs: 3_600_000 };
/** If none of this many cases is listed, the look proves nothing: the key may belong to another domain. */
const TOO_MANY = 3;

/**
 * Looks for followed cases in the lists of the platform: in those of open cases first, which hold no history. What is in
 * none of them is looked for further: among the closed; then, since it may have moved between lists meanwhile, in each
 * once more, and in the list without states.
 */
export async function lookForCases(
  parts: LookForCasesParts,
  followed: readonly FollowedCase[],
): Promise<CaseLook> {
  const { cases, nameOf, call } = parts;
  const known = new Map(followed.map((one) => [one.name, one]));
  const found = new Map<string, FoundCase>();
  let requests = 0;

  async function read(state: CaseState | null, { fromMs, toMs }: TimeWindow): Promise<void> {
    const span = { createdAfter: new Date(fromMs), createdBefore: new Date(toMs) };
    const filter = state === null ? span : { state, ...span };
    for await (const { items, rejected } of cases.pages({ filter }, call)) {
      requests++;
      for (const item of items) note(nameOf(item.case_id), state, item);
      // It exists, though it cannot be read.
      for (const { id } of rejected) if (id !== null) note(nameOf(id), null, null);
    }
  }

  function note(name: string, state: CaseState | null, item: Case | null): void {
    const before = known.get(name);
    if (!before) return;
    const updatedAtMs = item ? updatedAtMsOf(item) : 0;
    const isSame = state === before.status && updatedAtMs === before.statusAtMs && before.isSettled;
    const listed = { state, updatedAtMs, closedAtMs: item && closedAtMsOf(item), item: isSame ? null : item };
    const other = found.get(name);
    found.set(name, other ? truer(other, listed) : listed);
  }

  /** One page at a time: a hostile answer may take a third of the memory that the function has. */
  async function readAll(
    states: readonly (CaseState | null)[],
    windows: readonly TimeWindow[],
  ): Promise<void> {
    for (const window of windows) for (const state of states) await read(state, window);
  }

  // What ended is noticed when it comes back, and is not looked for.
  const unfound = () =>
    followed.filter(
      ({ name, endedAtMs, isSettled }) => (endedAtMs === null || !isSettled) && !found.has(name),
    );

  try {
    await readAll(OPEN_STATES, windowsAround(followed, WIDE));
    await readAll(['closed'], windowsAround(unfound(), NARROW));
    await readAll([...CASE_STATES, null], windowsAround(unfound(), NARROW));
  } catch (problem) {
    return { found, missing: [], requests, problem };
  }
  const missing = unfound();
  const isDoubtful = missing.length >= TOO_MANY && found.size === 0;
  return isDoubtful
    ? { found, missing: [], requests, problem: `none of ${missing.length} cases is listed` }
    : { found, missing, requests, problem: null };
}

const windowsAround = (some: readonly FollowedCase[], how: typeof WIDE): TimeWindow[] =>
  windowsOf(
    some.map(({ createdAtMs }) => createdAtMs),
    how,
  );
