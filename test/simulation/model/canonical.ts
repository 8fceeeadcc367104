import type { State } from './model.ts';

const HOUR = 3_600_000;
const FIRST_MOMENT = 100 * HOUR;

/** Numbers of which only the order among their like counts, as they come. */
interface Ranked {
  readonly moments: number[];
  readonly cases: number[];
  readonly answers: number[];
}

/** What a value says: a text, given once and then by its number, and the numbers that have their places in it. */
interface Written extends Ranked {
  readonly text: number;
}

/**
 * The same for states between which no rule can tell: of versions and of moments within an hour only their order counts, and
 * of lists of names nothing does. What may still happen is left out.
 */
export function canonical(state: State): string {
  const { noted, listed, left: _, ...rest } = state;
  const to: Ranked = { moments: [], cases: [], answers: [] };
  let text = '';
  for (const key in rest) text += `${write(rest[key as keyof typeof rest], key, to)};`;
  text += `${[...noted].sort().join()};${[...listed].sort().join()};${namesOf(to.moments, momentNames)}`;
  return `${text};${namesOf(to.cases, String)};${namesOf(to.answers, String)}`;
}

/** Each number by its place among all of them. */
function namesOf(numbers: readonly number[], nameOf: (rank: number, sorted: readonly number[]) => string) {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const names = sorted.map((_, rank) => nameOf(rank, sorted));
  let text = '';
  for (const value of numbers) text += `${names[sorted.indexOf(value)]},`;
  return text;
}

const hourOf = (moment: number | undefined) => Math.floor((moment ?? 0) / HOUR);

/** `hour.rank` within the hour. */
function momentNames(rank: number, sorted: readonly number[]): string {
  const hour = hourOf(sorted[rank]);
  return `${hour}.${rank - sorted.findIndex((other) => hourOf(other) === hour)}`;
}

/** The text of a value. The numbers of which only the order counts are added to the others, and leave a mark in it. */
function write(value: unknown, key: string, to: Ranked): string {
  if (key === 'revision') return mark('m', to.moments, Number(value));
  if (key === 'lookedAt') return mark('c', to.cases, value as number);
  if (typeof value === 'number') return value >= FIRST_MOMENT ? mark('m', to.moments, value) : `${value}`;
  // Nobody goes by the changes before the last one.
  if (key === 'changes') return write((value as unknown[]).at(-1), '', to);
  if (typeof value === 'string') return `"${value}"`;
  if (value === null || typeof value !== 'object') return `${value}`;
  const { text, moments, cases, answers } = writtenOf(value);
  for (const moment of moments) to.moments.push(moment);
  for (const version of cases) to.cases.push(version);
  for (const version of answers) to.answers.push(version);
  return `#${text}`;
}

function mark(sign: string, all: number[], value: number): string {
  all.push(value);
  return sign;
}

/** States share most of what they hold, and nothing of it is ever changed. */
const written = new WeakMap<object, Written>();
const texts = new Map<string, number>();

function writtenOf(value: object): Written {
  const known = written.get(value);
  if (known) return known;
  const inside: Ranked = { moments: [], cases: [], answers: [] };
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  for (const name of isList ? Object.keys(value) : Object.keys(value).sort()) {
    const part = (value as Record<string, unknown>)[name];
    if (part === undefined || name === 'n') continue;
    if (!isList) text += `${name}:`;
    if (name !== 'version') text += write(part, name, inside);
    else if ('trail' in value) text += mark('a', inside.answers, part as number);
    else text += mark('c', inside.cases, part as number);
    text += ';';
  }
  const number = texts.get(text) ?? texts.size;
  texts.set(text, number);
  const mine = { text: number, ...inside };
  written.set(value, mine);
  return mine;
}
