import { createHash } from 'node:crypto';
import type { Case } from '../posture/schemas/case.ts';
import type { Outcome } from '../posture/schemas/verdict-schema.ts';
import { FORGOTTEN } from './case-skeleton.ts';
import { OUTCOME_LETTERS, outcomeOf } from './past-fact.ts';

/** What the bridge keeps of a case to count it later: hashes and a time, no words. */
export interface PastCase {
  readonly id: string;
  /** Null where the case names nobody. */
  readonly person: string | null;
  /** Null where the case has no type. */
  readonly type: string | null;
  readonly atSeconds: number;
  /** The channels that routes sent it to, as `placeHash` writes them. Other channels are not told about the case. */
  readonly places: readonly string[];
}

/** Cases by the hashes, joined together, of the places that they were sent to. */
export type SentCases = Readonly<Record<string, string>>;

export interface PastOutcome {
  readonly id: string;
  readonly outcome: Outcome;
  readonly atSeconds: number;
}

/** Lengths in characters. With 48 bits, two of 20,000 people or cases collide with a chance of one in a million. */
const SIGNS = { id: 8, person: 8, type: 4, at: 7, place: 6 } as const;
const CASE_SIGNS = SIGNS.id + SIGNS.person + SIGNS.type + SIGNS.at;
const OUTCOME_SIGNS = SIGNS.id + 1 + SIGNS.at;
/** A hash never contains a dot. */
const NOBODY = '.'.repeat(SIGNS.person);
const NO_TYPE = '.'.repeat(SIGNS.type);
const LATEST = 36 ** SIGNS.at - 1;

const hashOf = (kind: string, text: string, signs: number): string =>
  createHash('sha256').update(`${kind}\n${text}`, 'utf8').digest('base64url').slice(0, signs);

export const caseHash = (caseId: string): string => hashOf('case', caseId.toLowerCase(), SIGNS.id);
/** An address or a name in another spelling is still the same person. */
export const personHash = (person: string): string =>
  hashOf('person', person.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase(), SIGNS.person);
/** `place`: what identifies it among all others, such as the kind and the id of a channel. */
export const placeHash = (place: string): string => hashOf('place', place, SIGNS.place);

export const secondsOf = (ms: number): number => Math.min(Math.max(0, Math.floor(ms / 1_000)), LATEST) || 0;

export function pastCaseOf(
  item: Partial<Case> & Pick<Case, 'case_id'>,
  createdAtMs: number,
  places: readonly string[],
): PastCase {
  // Those who were forgotten are not one person.
  const person = item.user_email || (item.user_name === FORGOTTEN ? null : item.user_name);
  const type = item.threat_type?.trim().toLowerCase();
  return {
    id: caseHash(item.case_id),
    person: person ? personHash(person) : null,
    type: type ? hashOf('type', type, SIGNS.type) : null,
    atSeconds: secondsOf(createdAtMs),
    places: [...new Set(places)].toSorted(),
  };
}

const time = (atSeconds: number): string => atSeconds.toString(36).padStart(SIGNS.at, '0');

/** All entries have the same length, so they need no separator. */
const writeCases = (cases: readonly Omit<PastCase, 'places'>[]): string =>
  cases
    .map(({ id, person, type, atSeconds }) => id + (person ?? NOBODY) + (type ?? NO_TYPE) + time(atSeconds))
    .join('');

/** Most cases go where others went, so the hashes of the places cost next to nothing. */
export function writeSent(cases: readonly PastCase[]): SentCases {
  const sent: Record<string, string> = {};
  for (const one of cases) {
    const places = one.places.join('');
    sent[places] = (sent[places] ?? '') + writeCases([one]);
  }
  return sent;
}

export const writeOutcomes = (outcomes: readonly PastOutcome[]): string =>
  outcomes.map(({ id, outcome, atSeconds }) => id + OUTCOME_LETTERS[outcome] + time(atSeconds)).join('');

/** Never throws: anything that is not an entry is left out. */
export const readSent = (sent: unknown): PastCase[] =>
  Object.entries(sent ?? {}).flatMap(([key, cases]) => {
    const places = pieces(key, SIGNS.place);
    return typeof cases === 'string' ? readCases(cases, places) : [];
  });

const readCases = (text: string, places: readonly string[]): PastCase[] =>
  pieces(text, CASE_SIGNS).flatMap((piece) => {
    const [id, person, type, at] = cut(piece, [SIGNS.id, SIGNS.person, SIGNS.type, SIGNS.at]);
    const atSeconds = Number.parseInt(at, 36);
    return Number.isNaN(atSeconds)
      ? []
      : [
          {
            id,
            person: person === NOBODY ? null : person,
            type: type === NO_TYPE ? null : type,
            atSeconds,
            places,
          },
        ];
  });

export const readOutcomes = (text: string): PastOutcome[] =>
  pieces(text, OUTCOME_SIGNS).flatMap((piece) => {
    const [id, letter, at] = cut(piece, [SIGNS.id, 1, SIGNS.at]);
    const outcome = outcomeOf.get(letter);
    const atSeconds = Number.parseInt(at, 36);
    return outcome === undefined || Number.isNaN(atSeconds) ? [] : [{ id, outcome, atSeconds }];
  });

const pieces = (text: string, signs: number): string[] =>
  Array.from({ length: Math.floor(text.length / signs) }, (_, at) =>
    text.slice(at * signs, (at + 1) * signs),
  );

/** Cuts a piece into parts of these lengths. */
function cut<const Lengths extends readonly number[]>(piece: string, lengths: Lengths) {
  const ends = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0));
  const parts = ends.map((end, at) => piece.slice(ends[at - 1] ?? 0, end));
  return parts as { -readonly [At in keyof Lengths]: string };
}
