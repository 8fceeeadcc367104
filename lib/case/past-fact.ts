import { OUTCOMES, type Outcome } from '../posture/schemas/verdict.ts';

/** How many cases there were before, and how many of them were decided here. */
export interface Tally {
  readonly cases: number;
  readonly decided: Readonly<Partial<Record<Outcome, number>>>;
}

/** The cases before a case, in so many days. */
export interface PastFact {
  readonly days: number;
  /** Not all of these days were counted. */
  readonly atLeast: boolean;
  /** Of the same person, and of the same type. Null: there were none. */
  readonly person: Tally | null;
  readonly type: Tally | null;
}

/** One for each outcome, for ever: rows have them. */
export const OUTCOME_LETTERS: Readonly<Record<Outcome, string>> = {
  TRUE_POSITIVE: 't',
  FALSE_POSITIVE: 'f',
  ESCALATED: 'e',
  SAFE: 's',
  DUPLICATE: 'd',
};
export const outcomeOf: ReadonlyMap<string, Outcome> = new Map(
  OUTCOMES.map((one) => [OUTCOME_LETTERS[one], one]),
);

/** `90+|3s2|14f9`: at least, in 90 days. In few bytes, because it is written with each step of its message. */
export const writePast = ({ days, atLeast, person, type }: PastFact): string =>
  `${days}${atLeast ? '+' : ''}|${writeTally(person)}|${writeTally(type)}`;

const writeTally = (tally: Tally | null): string =>
  tally === null
    ? ''
    : tally.cases +
      OUTCOMES.map((one) => (tally.decided[one] ? OUTCOME_LETTERS[one] + tally.decided[one] : '')).join('');

const TALLY = '(?:\\d{1,9}(?:[a-z]\\d{1,9})*)?';
const PAST = new RegExp(`^(\\d{1,4})(\\+?)\\|(${TALLY})\\|(${TALLY})$`);

/** Null for what this version does not understand: then nothing is said. */
export function readPast(text: string): PastFact | null {
  const [, days, plus, person = '', type = ''] = PAST.exec(text) ?? [];
  if (days === undefined) return null;
  return { days: Number(days), atLeast: plus === '+', person: readTally(person), type: readTally(type) };
}

function readTally(text: string): Tally | null {
  if (text === '') return null;
  const decided = [...text.matchAll(/([a-z])(\d+)/g)].flatMap(([, letter = '', count]) => {
    const outcome = outcomeOf.get(letter);
    return outcome ? [[outcome, Number(count)] as const] : [];
  });
  return { cases: Number.parseInt(text, 10), decided: Object.fromEntries(decided) };
}
