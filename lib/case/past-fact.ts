import { OUTCOMES, type Outcome } from '../posture/schemas/verdict-schema.ts';

/** How many cases there were before, and how many of them were decided in the bridge. */
export interface Tally {
  readonly cases: number;
  readonly decided: Readonly<Partial<Record<Outcome, number>>>;
}

/** The cases in the days before a case. */
export interface PastFact {
  readonly days: number;
  /** Only some of these days were counted. */
  readonly atLeast: boolean;
  /** Earlier cases about the same person, and of the same type. Null: there were none. */
  readonly person: Tally | null;
  readonly type: Tally | null;
}

/** Letters that rows store, one for each outcome: they never change. */
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

/** `90+|3s2|14f9`: at least these, in 90 days. Short, because every step of the message carries it. */
export const writePast = ({ days, atLeast, person, type }: PastFact): string =>
  `${days}${atLeast ? '+' : ''}|${writeTally(person)}|${writeTally(type)}`;

const writeTally = (tally: Tally | null): string =>
  tally === null
    ? ''
    : tally.cases +
      OUTCOMES.map((one) => (tally.decided[one] ? OUTCOME_LETTERS[one] + tally.decided[one] : '')).join('');

const TALLY = '(?:\\d{1,9}(?:[a-z]\\d{1,9})*)?';
const PAST = new RegExp(`^(\\d{1,4})(\\+?)\\|(${TALLY})\\|(${TALLY})$`);

/** Null for text that this version does not understand: the message then says nothing about the past. */
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
