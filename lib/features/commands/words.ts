import type { Sentence } from '../../case/sentence.ts';
import { nearest } from '../../config/schema/nearest.ts';
import { CASE_STATES, type CaseState, THREAT_TYPES } from '../../posture/schemas/case.ts';
import { isUuid } from '../../posture/schemas/uuid.ts';
import type { ReadTakes, WordsFacet } from '../entry-points/words-facet.ts';

export interface IdTakes {
  readonly id: string;
}

export interface DecideTakes {
  readonly email: string;
}

export interface CasesTakes {
  readonly state?: CaseState;
  readonly threatType?: (typeof THREAT_TYPES)[number];
  readonly email?: string;
}

export interface ThreatsTakes {
  readonly email?: string;
  readonly tuid?: string;
  readonly category?: string;
  readonly source?: string;
}

const readId: ReadTakes = ([id, ...more]) => (id === undefined || more.length > 0 ? null : { id });

function readCases(words: readonly string[]): CasesTakes | Sentence {
  let takes: CasesTakes = {};
  for (const word of words) {
    const name = word.toLowerCase().replaceAll('-', '_');
    const state = CASE_STATES.find((one) => one === name);
    const threatType = THREAT_TYPES.find((one) => one === name);
    if (word.includes('@')) takes = { ...takes, email: word };
    else if (state) takes = { ...takes, state };
    else if (threatType) takes = { ...takes, threatType };
    else return unknownFilter(word, name);
  }
  return takes;
}

function unknownFilter(word: string, name: string): Sentence {
  const meant = nearest(name, [...CASE_STATES, ...THREAT_TYPES]);
  const guess = meant ? ` Did you mean ${meant}?` : '';
  return [
    { said: word },
    ` is not a state, a type or an e-mail address.${guess} States: ${CASE_STATES.join(', ')}. Types: ${THREAT_TYPES.join(', ')}.`,
  ];
}

function readThreats(words: readonly string[]): ThreatsTakes {
  let takes: ThreatsTakes = {};
  const category: string[] = [];
  for (const word of words) {
    const source = /^source:(.+)$/i.exec(word)?.[1];
    if (word.includes('@')) takes = { ...takes, email: word };
    else if (source !== undefined) takes = { ...takes, source };
    else if (isUuid(word)) takes = { ...takes, tuid: word };
    else category.push(word.replace(/^category:/i, ''));
  }
  return category.length === 0 ? takes : { ...takes, category: category.join(' ') };
}

export const words: WordsFacet = {
  case: readId,
  hunt: readId,
  drift: readId,
  cases: readCases,
  threats: readThreats,
  decide: ([email, ...more]) => (email?.includes('@') && more.length === 0 ? { email } : null),
  mine: () => ({}),
  help: () => ({}),
};
