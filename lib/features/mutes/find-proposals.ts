import { createHash } from 'node:crypto';
import { WEEK_MS } from '../../base/time.ts';
import { severityOf } from '../../case/evidence.ts';
import type { Case } from '../../posture/schemas/case.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';
import { isActive, LONGEST_VALUE, type Mute } from './mute.ts';
import { decidedIn, harmlessIn, NOT_AGAIN_MS, type Proposal, type Rates, TELLING } from './proposal.ts';

/** A decided case. */
export interface DecidedCase {
  readonly item: Case;
  readonly outcome: Outcome;
  readonly atMs: number;
  /** Those that send it to chats. */
  readonly routes: readonly string[];
}

export interface AroundProposals {
  readonly domain: string;
  readonly nowMs: number;
  readonly mutes: readonly Mute[];
  /** What was proposed before. */
  readonly before: readonly Proposal[];
  /** Whether the operators' channel may show people. */
  readonly people: boolean;
}

const LEAST_DECIDED = 8;
const LEAST_RATE = 0.8;
const MOST_PROPOSALS = 5;

type Field = Proposal['field'];

/** What is worth muting, by what was decided: mostly harmless, often enough, and not muted or declined already. */
export function findProposals(
  decided: readonly DecidedCase[],
  { domain, nowMs, mutes, before, people }: AroundProposals,
): readonly Proposal[] {
  const found = ratesOf(decided, nowMs).filter(
    ({ field, by }) => (people || field !== 'user') && isMostlyHarmless(by),
  );
  const isTaken = ({ field, value }: Pick<Proposal, 'field' | 'value'>): boolean =>
    mutes.some((mute) => isSame(mute, field, value) && isActive(mute, nowMs)) ||
    before.some(
      (one) =>
        isSame(one, field, value) &&
        one.answered?.choice === 'no' &&
        nowMs - one.answered.atMs < NOT_AGAIN_MS,
    );
  return found
    .filter((one) => !isTaken(one))
    .toSorted((a, b) => harmlessIn(b.by) - harmlessIn(a.by) || (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, MOST_PROPOSALS)
    .map((one) => ({ ...one, id: idOf(domain, one, nowMs), atMs: nowMs }));
}

const isMostlyHarmless = (by: Rates['by']): boolean => {
  const decided = decidedIn(by);
  return decided >= LEAST_DECIDED && harmlessIn(by) / decided >= LEAST_RATE;
};

type Rated = Rates & { readonly field: Field; readonly value: string };

/** By person, type and route. A proposed mute never hides critical cases, so they do not count. */
function ratesOf(decided: readonly DecidedCase[], nowMs: number): readonly Rated[] {
  const rates = new Map<string, Rated>();
  for (const { item, outcome, atMs, routes } of decided) {
    if (severityOf(item) === 'critical' || !TELLING.includes(outcome)) continue;
    for (const [field, value] of subjectsOf(item, routes)) {
      const name = nameOf({ field, value });
      const { by, lately } = rates.get(name) ?? { by: {}, lately: 0 };
      rates.set(name, {
        field,
        value,
        by: { ...by, [outcome]: (by[outcome] ?? 0) + 1 },
        lately: lately + (nowMs - atMs < WEEK_MS ? 1 : 0),
      });
    }
  }
  return [...rates.values()];
}

const subjectsOf = (item: Case, routes: readonly string[]): readonly (readonly [Field, string])[] => [
  ...(item.user_email && item.user_email.length <= LONGEST_VALUE
    ? [['user', item.user_email.toLowerCase()] as const]
    : []),
  ...(item.threat_type ? [['threatType', item.threat_type.toLowerCase()] as const] : []),
  ...[...new Set(routes)].map((route) => ['route', route] as const),
];

const isSame = (one: Pick<Mute, 'field' | 'value'>, field: Field, value: string): boolean =>
  one.field === field && one.value.toLowerCase() === value.toLowerCase();

const nameOf = ({ field, value }: Pick<Rated, 'field' | 'value'>): string => JSON.stringify([field, value]);

const idOf = (domain: string, one: Rated, nowMs: number): string =>
  createHash('sha256')
    .update(JSON.stringify([domain, nameOf(one), nowMs]))
    .digest('hex')
    .slice(0, 8);
