import { FORGOTTEN } from '../../case/case-skeleton.ts';
import type { Case } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';

/** Something by which a person is known, and whose it is. */
export interface Identifier {
  readonly text: string;
  /** By which all that is theirs gets the same pseudonym: their address, or else their name. */
  readonly person: string;
  /** Found only as a word of its own: a part of a name is a part of other words too. */
  readonly word: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields that name a person; the API may add some that the contract does not list. */
const PERSONAL =
  /(?:^|_)(?:user|users|email|mail|upn|tuid|account|principal|employee|actor|owner|person|name)(?:_|$)/i;

/** Whom an item or an event is about; null when it names nobody. */
export const personIn = ({ user_email: email, user_name: name }: Fields): string | null =>
  textIn(email) ?? textIn(name);

/** All by which a case or a threat names people, those of its events too. */
export function identifiersIn(item: Case | Threat): Identifier[] {
  const events = Array.isArray(item.events) ? (item.events as readonly Fields[]) : [];
  const main = personIn(item);
  return [item, ...events].flatMap((fields: Fields) => {
    const person = personIn(fields) ?? main;
    return Object.entries(fields)
      .filter(([field]) => PERSONAL.test(field))
      .flatMap(([, value]) => {
        const text = textIn(value);
        return text === null ? [] : partsOf(text, person ?? text);
      });
  });
}

/** An address, a name or an id, and the parts of it that a sentence would use. */
export function partsOf(named: string, person: string): Identifier[] {
  // Nobody: its words stand in many sentences.
  const text = named.replaceAll(FORGOTTEN, ' ').trim();
  if (text === '') return [];
  const [local = '', host] = text.split('@');
  const whole = { text, person, word: text.length < SHORT };
  const words = (host === undefined ? text : local).split(/[\s.,_\-+]+/u).filter(isTelling);
  return [
    whole,
    ...(host === undefined || local.length < SHORT ? [] : [{ text: local, person, word: true }]),
    ...words.map((word) => ({ text: word, person, word: true })),
  ];
}

/** Shorter ones are found everywhere. */
const SHORT = 4;
/** They stand in names and in every sentence. */
const COMMON = new Set([
  'and',
  'bin',
  'das',
  'del',
  'den',
  'der',
  'des',
  'dos',
  'les',
  'los',
  'the',
  'van',
  'von',
]);
const isTelling = (word: string): boolean =>
  word.length >=
    (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word) ? 2 : 3) &&
  !COMMON.has(word.toLowerCase()) &&
  !/^\d+$/.test(word);

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
