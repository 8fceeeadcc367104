import type { CaseStanding, OpenCase } from '../wire.ts';

export interface CaseFilter {
  /** `todo`: what somebody has to decide, approve or clear up, and what can still be undone. */
  readonly standing: 'todo' | 'all' | CaseStanding;
  /** `free`: claimed by the person who looks, or by nobody. */
  readonly claim: 'any' | 'free' | 'mine';
  readonly domain: string;
  readonly type: string;
  readonly person: string;
  readonly text: string;
  /** From 0. */
  readonly page: number;
}

export const ANY_CASE: CaseFilter = {
  standing: 'todo',
  claim: 'any',
  domain: '',
  type: '',
  person: '',
  text: '',
  page: 0,
};

const STANDINGS: readonly CaseFilter['standing'][] = [
  ...(['todo', 'undecided', 'awaiting-approval', 'unclear', 'on-its-way', 'all'] as const),
];
const CLAIMS: readonly CaseFilter['claim'][] = ['any', 'free', 'mine'];

/** For the address of the page and for the request: what is as usual is left out. */
export const writeCaseFilter = (filter: CaseFilter): string =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) =>
      value === ANY_CASE[name as keyof CaseFilter] ? [] : [[name, String(value)]],
    ),
  ).toString();

export function readCaseFilter(query: string): CaseFilter {
  const given = new URLSearchParams(query);
  const word = (name: string) => given.get(name) ?? '';
  const page = Number(word('page'));
  return {
    standing: STANDINGS.find((one) => one === word('standing')) ?? ANY_CASE.standing,
    claim: CLAIMS.find((one) => one === word('claim')) ?? ANY_CASE.claim,
    domain: word('domain'),
    type: word('type'),
    person: word('person'),
    text: word('text'),
    page: Number.isInteger(page) && page > 0 ? page : 0,
  };
}

type Filtered = Pick<
  OpenCase,
  | ('title' | 'id' | 'domain' | 'type' | 'person' | 'severity' | 'standing')
  | ('places' | 'withheld' | 'canUndo')
>;
type Claimed = Pick<OpenCase, 'claimedBy' | 'isMine'>;

/** Whether a case fits: every word of the search is somewhere in it, in any order. Who has it is asked only if it matters. */
export function createCaseFilter(filter: CaseFilter): (one: Filtered, claimed: () => Claimed) => boolean {
  const { standing, claim, domain, type, person, text } = filter;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const about = person.trim().toLowerCase();
  const says = (one: Filtered, claimed: () => Claimed): boolean => {
    if (words.length === 0) return true;
    const all = [one.title, one.id, one.domain, one.severity, ...one.places, ...one.withheld];
    const said = [...all, claimed().claimedBy].join(' ').toLowerCase();
    return words.every((word) => said.includes(word));
  };
  const isFree = (claimed: () => Claimed): boolean => {
    if (claim === 'any') return true;
    const { claimedBy, isMine } = claimed();
    return isMine || (claim === 'free' && claimedBy === null);
  };
  return (one, claimed) =>
    (standing === 'all' ||
      one.standing === standing ||
      (standing === 'todo' && (one.standing !== 'on-its-way' || one.canUndo))) &&
    (domain === '' || one.domain === domain) &&
    (type === '' || one.type === type) &&
    (about === '' || (one.person?.toLowerCase().includes(about) ?? false)) &&
    isFree(claimed) &&
    says(one, claimed);
}
