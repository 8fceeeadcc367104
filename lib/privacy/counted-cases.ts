import { type PastCase, readCases, writeCases } from '../facts/past-entry.ts';
import { type Mention, mentionsIn, type PersonSearch } from './person.ts';

const casesIn = (value: unknown): PastCase[] =>
  readCases(String((value as { cases?: unknown } | null)?.cases ?? ''));

const isOf =
  ({ hashes }: PersonSearch) =>
  ({ person }: PastCase): boolean =>
    person !== null && hashes.has(person);

/** What a row that counts cases says without those about the person; null where nothing is left of it. */
export function withoutCounted(value: unknown, person: PersonSearch): object | null {
  const others = casesIn(value).filter((one) => !isOf(person)(one));
  return others.length === 0 ? null : { ...(value as object), cases: writeCases(others) };
}

/** Where a row names the person; where it only counts their cases, when these were. */
export const mentionsInRow = (
  { kind, value }: { readonly kind: string; readonly value: unknown },
  person: PersonSearch,
): Mention[] =>
  kind === 'counted'
    ? casesIn(value)
        .filter(isOf(person))
        .map(({ atSeconds }) => ({
          path: 'cases',
          text: `a case of ${new Date(atSeconds * 1_000).toISOString()}`,
        }))
    : mentionsIn(value, person);
