import type { Person } from '../../case/answer.ts';
import { FORGOTTEN } from '../../case/case-skeleton.ts';
import { personHash } from '../../case/past-entry.ts';
import type { ForgottenPeople } from '../../outbox/forgotten/forgotten-people.ts';
import { createScrub } from '../../outbox/redaction/scrub.ts';

/** One person, by everything that an operator knows of them. */
export interface PersonSearch {
  /** Whether a text names the person, however it is spelled. */
  isNamedIn(text: string): boolean;
  /** The text without the person. */
  without(text: string): string;
  /** Whether this stands for them where cases are counted. */
  isCounted(hash: string): boolean;
  /** Those of them of whom nothing may be told that was created then; absent if that makes no difference. */
  since?(createdAtMs: number): PersonSearch;
}

/** `also`: names and ids that are theirs alone. Each is found as a whole, not as a part of something longer. */
export function searchFor(email: string, also: readonly string[]): PersonSearch {
  const identifiers = [email, ...also].map((text) => ({ text, person: text, word: true }));
  const without = createScrub(identifiers, () => FORGOTTEN, { everyAddress: false });
  const hashes = new Set([email, ...also].map(personHash));
  return { isNamedIn: (text) => without(text) !== text, without, isCounted: (hash) => hashes.has(hash) };
}

/** Everybody who was forgotten before, as the list has them. */
export function searchForgotten(people: ForgottenPeople): PersonSearch {
  const searchSince = (createdAtMs: number): PersonSearch => {
    const since = people.since(createdAtMs);
    if (!since) return NOBODY;
    const { without, isCounted } = since;
    return { isNamedIn: (text) => without(text) !== text, without, isCounted };
  };
  return { ...searchSince(0), since: searchSince };
}
const NOBODY: PersonSearch = { isNamedIn: () => false, without: (text) => text, isCounted: () => false };

export interface Mention {
  /** `content.item.threat_brief` */
  readonly path: string;
  readonly text: string;
}

/** Where a person is named in a value. */
export function mentionsIn(value: unknown, person: PersonSearch, path = ''): Mention[] {
  if (typeof value === 'string') return person.isNamedIn(value) ? [{ path, text: value }] : [];
  if (Array.isArray(value)) return value.flatMap((one, at) => mentionsIn(one, person, `${path}[${at}]`));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const inner = path === '' ? key : `${path}.${key}`;
    const named = person.isNamedIn(key) ? [{ path, text: key }] : [];
    return [...named, ...mentionsIn(inside, person, inner)];
  });
}

/** A value without the person. Counts whose names become the same are one. */
export function withoutPerson<Value>(value: Value, person: PersonSearch): Value {
  const strip = (inside: unknown): unknown => {
    if (typeof inside === 'string') return person.without(inside);
    if (Array.isArray(inside)) return inside.map(strip);
    if (inside === null || typeof inside !== 'object') return inside;
    if (isAnalyst(inside) && [inside.id, inside.name, inside.email ?? ''].some(person.isNamedIn)) {
      const { email: _, ...rest } = inside;
      return { ...rest, id: 'forgotten', name: FORGOTTEN };
    }
    const next = new Map<string, unknown>();
    for (const [key, one] of Object.entries(inside)) {
      const name = person.without(key);
      const before = next.get(name);
      const after = strip(one);
      next.set(name, typeof before === 'number' && typeof after === 'number' ? before + after : after);
    }
    return Object.fromEntries(next);
  };
  return strip(value) as Value;
}

/** The ids of the accounts that stand in a value with one of these addresses. */
export function accountsIn(value: unknown, emails: ReadonlySet<string>): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (isAnalyst(value)) return value.email && emails.has(value.email.toLowerCase()) ? [value.id] : [];
  return Object.values(value).flatMap((inside) => accountsIn(inside, emails));
}

/** Who decided or approved: id, name and address are of one person, even if only one of them was asked for. */
const isAnalyst = (value: object): value is Person =>
  ['surface', 'id', 'name'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
