import { createHash } from 'node:crypto';
import type { Case } from '../posture/schemas/case.ts';
import type { Outcome } from '../posture/schemas/verdict.ts';
import { OUTCOME_LETTERS, outcomeOf } from './past-fact.ts';

/** A case as the bridge remembers it to count it: hashes and a time, no words. */
export interface PastCase {
  readonly id: string;
  /** Null where the case names nobody. */
  readonly person: string | null;
  readonly type: string;
  readonly atSeconds: number;
}

export interface PastOutcome {
  readonly id: string;
  readonly outcome: Outcome;
  readonly atSeconds: number;
}

/** In signs. With 48 bits, two of 20,000 people or cases are the same with a chance of one in a million. */
const SIGNS = { id: 8, person: 8, type: 4, at: 7 } as const;
const CASE_SIGNS = SIGNS.id + SIGNS.person + SIGNS.type + SIGNS.at;
const OUTCOME_SIGNS = SIGNS.id + 1 + SIGNS.at;
const NOBODY = '.'.repeat(SIGNS.person);
const LATEST = 36 ** SIGNS.at - 1;

const hashOf = (kind: string, text: string, signs: number): string =>
  createHash('sha256').update(`${kind}\n${text}`, 'utf8').digest('base64url').slice(0, signs);

export const caseHash = (caseId: string): string => hashOf('case', caseId.toLowerCase(), SIGNS.id);
/** Written differently, an address or a name is still the same person. */
export const personHash = (person: string): string =>
  hashOf('person', person.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase(), SIGNS.person);

export const secondsOf = (ms: number): number => Math.min(Math.max(0, Math.floor(ms / 1_000)), LATEST) || 0;

export function pastCaseOf(item: Partial<Case> & Pick<Case, 'case_id'>, createdAtMs: number): PastCase {
  const person = item.user_email || item.user_name;
  return {
    id: caseHash(item.case_id),
    person: person ? personHash(person) : null,
    type: hashOf('type', (item.threat_type ?? '').toLowerCase(), SIGNS.type),
    atSeconds: secondsOf(createdAtMs),
  };
}

const time = (atSeconds: number): string => atSeconds.toString(36).padStart(SIGNS.at, '0');

/** Each takes the same room, so nothing has to stand between them. */
export const writeCases = (cases: readonly PastCase[]): string =>
  cases.map(({ id, person, type, atSeconds }) => id + (person ?? NOBODY) + type + time(atSeconds)).join('');

export const writeOutcomes = (outcomes: readonly PastOutcome[]): string =>
  outcomes.map(({ id, outcome, atSeconds }) => id + OUTCOME_LETTERS[outcome] + time(atSeconds)).join('');

/** Never throws: what is no entry is left out. */
export const readCases = (text: string): PastCase[] =>
  pieces(text, CASE_SIGNS).flatMap((piece) => {
    const [id, person, type, at] = cut(piece, [SIGNS.id, SIGNS.person, SIGNS.type, SIGNS.at]);
    const atSeconds = Number.parseInt(at, 36);
    return Number.isNaN(atSeconds)
      ? []
      : [{ id, person: person === NOBODY ? null : person, type, atSeconds }];
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

/** A piece in parts of these lengths. */
function cut<const Lengths extends readonly number[]>(piece: string, lengths: Lengths) {
  const ends = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0));
  const parts = ends.map((end, at) => piece.slice(ends[at - 1] ?? 0, end));
  return parts as { -readonly [At in keyof Lengths]: string };
}
