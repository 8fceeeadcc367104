import { cleanWithin } from '../../../base/text/clean-text.ts';
import { grouped, isShowable } from '../../../base/text/format.ts';
import type { AnswerPart } from '../../../case/answer-part.ts';
import type { Sentence } from '../../../case/sentence.ts';
import { ROOM } from '../../../chats/document/message-limits.ts';
import { readMoment } from '../../../posture/schemas/timestamp.ts';

/** Text from outside, within a length; nothing when there is nothing to see. */
export function said(text: string | null | undefined, room: number = ROOM.reason): Sentence {
  const shown = cleanWithin(text ?? '', room);
  return shown === '' ? [] : [{ said: shown }];
}

/** A date of the API as a moment; nothing if it is no date. */
export function moment(text: string | null | undefined): Sentence {
  const atMs = readMoment(text);
  return isShowable(atMs) ? [{ atMs }] : [];
}

/** `Department: Finance`; nothing where nothing is known. */
export const fact = (label: string, value: Sentence): Sentence[] =>
  value.length === 0 ? [] : [[`${label}: `, ...value]];

export const number = (value: number | null | undefined): Sentence =>
  typeof value === 'number' && Number.isFinite(value) ? [grouped(value)] : [];

export const yesOrNo = (value: boolean | null | undefined): Sentence =>
  typeof value === 'boolean' ? [value ? 'yes' : 'no'] : [];

/** How many of a list are named. */
const MOST_NAMED = 8;

/** `Mail, Payroll … and 3 others` */
export function several(names: readonly string[] | null | undefined, room: number = ROOM.name): Sentence {
  const all = (names ?? []).flatMap((name) => said(name, room));
  const shown = all.slice(0, MOST_NAMED).flatMap((part, index) => (index === 0 ? [part] : [', ', part]));
  return all.length > MOST_NAMED ? [...shown, ` … and ${all.length - MOST_NAMED} others`] : shown;
}

/** Joins the parts that are not empty: `High  ·  Anna Berg`. */
export const dotted = (...parts: readonly Sentence[]): Sentence =>
  parts
    .filter(({ length }) => length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['  ·  ', ...part]));

export const lines = (...all: readonly Sentence[]): readonly AnswerPart[] => {
  const present = all.filter(({ length }) => length > 0);
  return present.length === 0 ? [] : [{ is: 'lines', lines: present }];
};

export const heading = (...words: Sentence): AnswerPart => ({ is: 'heading', words });

export const longText = (text: string | null | undefined): readonly AnswerPart[] =>
  (text ?? '').trim() === '' ? [] : [{ is: 'text', text: text ?? '' }];

/** The same within a length, for what is kept. */
export const shortText = (text: string | null | undefined, room: number): readonly AnswerPart[] =>
  longText(cleanWithin(text ?? '', room));

/** `changed` and a moment; nothing without it. */
export const prefixed = (word: string, value: Sentence): Sentence =>
  value.length === 0 ? [] : [word, ...value];

/** What belongs together under a heading; no heading over nothing. */
export function section(
  title: string,
  summary: string | null | undefined,
  ...facts: readonly (readonly Sentence[])[]
): readonly AnswerPart[] {
  const told = [...longText(summary), ...lines(...facts.flat())];
  return told.length === 0 ? [] : [heading(title), ...told];
}

type Coverage = Readonly<Record<string, unknown>> | null | undefined;

/** The contract does not define the content: only texts are shown. */
const verdictsIn = (coverage: Coverage): readonly (readonly [string, string])[] =>
  Object.entries(coverage ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
  );
const MOST_VERDICTS = 12;

export const coverageLines = (coverage: Coverage): Sentence[] =>
  verdictsIn(coverage)
    .slice(0, MOST_VERDICTS)
    .map(([name, verdict]) => [...said(name, ROOM.signal), ': ', ...said(verdict, ROOM.name)]);

/** The contract does not define these words either: any that is not known to mean well counts as a doubt. */
const SURE = /^\s*(?:sufficient|complete|full|good|high|ok)\s*$/i;
/** A role that the platform is less sure of is one more doubt. */
const SURE_SHARE = 0.7;

/** What the platform itself is not sure of; nothing where it is. */
export function unsureOf({ coverage, role }: Assessed): Sentence[] {
  const doubts = verdictsIn(coverage)
    .filter(([, verdict]) => !SURE.test(verdict))
    .slice(0, MOST_VERDICTS)
    .map(
      ([name, verdict]): Sentence => [...said(name, ROOM.signal), ' (', ...said(verdict, ROOM.signal), ')'],
    );
  const share = role?.confidence;
  const isDoubt = typeof share === 'number' && share >= 0 && share < SURE_SHARE;
  const all = isDoubt ? [...doubts, [`role (${Math.round(share * 100)} %)`]] : doubts;
  return fact(
    'Uncertain',
    all.flatMap((doubt, index) => (index === 0 ? doubt : [', ', ...doubt])),
  );
}

interface Assessed {
  readonly coverage?: Coverage;
  readonly role?: { readonly confidence?: number | null | undefined } | null | undefined;
}
