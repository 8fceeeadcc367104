import { type PastCase, readSent, writeSent } from '../../case/past-entry.ts';
import { type Mention, mentionsIn, type PersonSearch } from './person.ts';

interface Counted {
  readonly sent?: unknown;
}

const casesIn = (value: unknown): PastCase[] => readSent(((value ?? {}) as Counted).sent);

const isOf =
  (search: PersonSearch) =>
  ({ person, atSeconds }: PastCase): boolean =>
    person !== null && (search.since?.(atSeconds * 1_000) ?? search).isCounted(person);

/**
 * What a row that counts cases says without the person. That there was a case of this id stays: a poller that meets the case
 * again, which the platform still lists, would count it again.
 */
export function withoutCounted(value: unknown, person: PersonSearch): object {
  const { sent } = value as Counted;
  const strip = (one: PastCase): PastCase =>
    isOf(person)(one) ? { ...one, person: null, type: null, places: [] } : one;
  return {
    ...(value as object),
    ...(sent !== undefined && { sent: writeSent(readSent(sent).map(strip)) }),
  };
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
