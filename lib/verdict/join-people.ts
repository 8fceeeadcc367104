import type { Person } from '../case/answer.ts';
import { type KnownPeople, keysOf, type WhichPerson, whichPerson } from './which-person.ts';

const IN_PEOPLE = 'people/';

/**
 * Who is who among all accounts of a list: those that share an id in `people` or an address are one person. It is called as
 * `people` says, or else as its account did that comes last.
 */
export function joinPeople(
  people: KnownPeople,
  accounts: Iterable<Person>,
): (account: Person) => WhichPerson {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    const parent = parents.get(key) ?? key;
    if (parent === key) return key;
    const root = rootOf(parent);
    parents.set(key, root);
    return root;
  };
  const found = new Map<string, WhichPerson>();
  const all = [...accounts];
  for (const account of all) {
    const [first = '', ...rest] = [...keysOf(people, account)].map(rootOf);
    for (const key of rest) parents.set(key, first);
  }
  const ofAccount = (account: Person): string => rootOf([...keysOf(people, account)][0] ?? '');
  for (const account of all) {
    const root = ofAccount(account);
    const which = whichPerson(people, account);
    const before = found.get(root);
    if (!before?.key.startsWith(IN_PEOPLE) || which.key.startsWith(IN_PEOPLE)) found.set(root, which);
  }
  return (account) => found.get(ofAccount(account)) ?? whichPerson(people, account);
}
