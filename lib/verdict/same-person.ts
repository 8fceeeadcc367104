import type { Person } from '../case/answer.ts';
import { nameOfPerson } from '../config/authority.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { isSystem } from './system-person.ts';

export type KnownPeople = BridgeConfig['people'];

/**
 * Whether two clicks are by one person. Within a chat the ids say so; Entra object ids come in upper and lower case.
 * Across two chats only `people` in the configuration can say so, and only if it names both. A system is no person.
 */
export function comparePeople(a: Person, b: Person, people: KnownPeople): 'same' | 'other' | 'unknown' {
  if (a.surface === b.surface) return a.id.toLowerCase() === b.id.toLowerCase() ? 'same' : 'other';
  if (isSystem(a) || isSystem(b)) return 'other';
  const [first, second] = [nameOfPerson(people, a), nameOfPerson(people, b)];
  if (first === null || second === null) return 'unknown';
  return first === second ? 'same' : 'other';
}

export const isSamePerson = (a: Person | null, b: Person | null, people: KnownPeople): boolean =>
  a !== null && b !== null && comparePeople(a, b, people) === 'same';
