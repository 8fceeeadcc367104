import type { Decision, Person } from '../../lib/case/answer.ts';
import { type Control, controlsOf } from '../../lib/chats/document/case-buttons.ts';
import type { LinkOf } from '../../lib/chats/document/item-link.ts';
import { severityRank } from '../../lib/posture/severity.ts';
import type { OpenCase, OpenCases } from '../wire.ts';
import { type CaseFilter, createCaseFilter } from './filter-cases.ts';
import type { KnownCase } from './read-case.ts';

/** As many as two screens show. */
export const PAGE_SIZE = 50;
const MOST_CHOICES = 100;

export interface Looking {
  readonly nowMs: number;
  readonly isMe: (person: Person) => boolean;
  readonly linkOf: LinkOf;
  readonly pageSize?: number;
}

type Fitting = KnownCase & { readonly standing: OpenCase['standing'] };
type Page = Pick<OpenCases, 'cases' | 'page' | 'pageSize' | 'total' | 'all' | 'types' | 'people'>;

/** What waits longest at the highest severity comes first. */
const byUrgency = (a: KnownCase, b: KnownCase): number =>
  severityRank(a.severity) - severityRank(b.severity) ||
  a.waitsSinceMs - b.waitsSinceMs ||
  (a.id < b.id ? -1 : 1);

/** The open cases in their order, and what they can be filtered by: the same until a case is read again. */
export interface OrderedCases {
  readonly open: readonly KnownCase[];
  readonly types: readonly string[];
  readonly people: readonly string[];
}

/** Recorded ones are left out: nobody has anything to do there. */
export function orderCases(known: Iterable<KnownCase>): OrderedCases {
  const open = [...known].filter(({ standing }) => standing !== 'recorded').sort(byUrgency);
  const types = choicesOf(open.map(({ type }) => type));
  return { open, types, people: choicesOf(open.map(({ person }) => person)) };
}

export function pageOfCases(
  { open, types, people }: OrderedCases,
  filter: CaseFilter,
  looking: Looking,
): Page {
  const { pageSize = PAGE_SIZE } = looking;
  const fits = createCaseFilter(filter);
  const found = open.filter((one) => fits(one as Fitting, () => claimOf(one, looking)));
  // A page that has become empty is the last one that has cases.
  const last = Math.max(0, Math.ceil(found.length / pageSize) - 1);
  const page = Math.min(filter.page, last);
  const shown = found.slice(page * pageSize, (page + 1) * pageSize);
  return {
    cases: shown.map((one) => openCaseOf(one, looking)),
    ...{ page, pageSize, total: found.length, all: open.length },
    ...{ types, people },
  };
}

const claimOf = ({ claimIn }: KnownCase, { nowMs, isMe }: Looking) => {
  const claim = claimIn(nowMs);
  return { claimedBy: claim?.by.name ?? null, isMine: claim !== null && isMe(claim.by) };
};

function openCaseOf(one: KnownCase, looking: Looking): OpenCase {
  const { domain, id, decision, claimIn, ...rest } = one;
  return {
    ...rest,
    ...{ domain, feed: 'cases', id, standing: one.standing as OpenCase['standing'] },
    ...claimOf(one, looking),
    decided: decision && {
      outcome: decision.outcome,
      by: decision.by.name,
      hasFailed: decision.state.is === 'failed',
    },
    link: looking.linkOf('cases', domain, id),
    presses: pressesOf(decision, claimIn(looking.nowMs) !== null),
  };
}

const PRESSES: Readonly<Partial<Record<Control, OpenCase['presses'][number]>>> = {
  choices: 'decide',
  claim: 'claim',
  'take-over': 'take-over',
  'hand-back': 'hand-back',
  undo: 'undo',
  approve: 'approve',
  decline: 'decline',
  retry: 'retry',
};

/** What the message of the case offers in the chat in which it was decided. */
function pressesOf(decision: Decision | null, isClaimed: boolean): OpenCase['presses'] {
  const standing = decision ? ({ is: 'decided', decision } as const) : ({ is: 'open' } as const);
  const controls = controlsOf(standing, decision?.by.surface ?? '', isClaimed ? CLAIMED : null);
  return controls.flatMap((control) => PRESSES[control] ?? []);
}

/** Whose claim it is makes no difference to what can be pressed. */
const CLAIMED = {} as NonNullable<Parameters<typeof controlsOf>[2]>;

/** The most frequent first. */
function choicesOf(values: readonly (string | null)[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .slice(0, MOST_CHOICES)
    .map(([value]) => value);
}
