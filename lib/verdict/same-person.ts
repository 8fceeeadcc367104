import type { Person } from '../case/answer.ts';
import { nameOfPerson } from '../config/authority.ts';
import { isSystem } from './system-person.ts';
import { type KnownPeople, keysOf } from './which-person.ts';

export type { KnownPeople };

/**
 * Whether two clicks are by one person. An address that the chats vouch for can only show that they are: two addresses may be
 * one person's. That they are two, ids of one chat show, or `people`, and only if it names both. A system is no person.
 */
export function comparePeople(a: Person, b: Person, people: KnownPeople): 'same' | 'other' | 'unknown' {
  const keys = keysOf(people, a);
  if ([...keysOf(people, b)].some((key) => keys.has(key))) return 'same';
  if (a.surface === b.surface || isSystem(a) || isSystem(b)) return 'other';
  const [first, second] = [nameOfPerson(people, a), nameOfPerson(people, b)];
  return first === null || second === null ? 'unknown' : 'other';
}

export const isSamePerson = (a: Person | null, b: Person | null, people: KnownPeople): boolean =>
  a !== null && b !== null && comparePeople(a, b, people) === 'same';
