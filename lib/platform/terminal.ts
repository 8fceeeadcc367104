/**
 * What every command prints goes through here. Text from outside is shown, never obeyed: what a terminal would act on, or
 * what moves or hides other text, is written as `\u001b`. In a line of JSON that is the same text to whoever reads it.
 */

// Controls (ESC and the C1 ones too), line breaks of every kind, bidi overrides and isolates, what has no width or is blank,
// halves of pairs. DI: what Unicode says is not to be shown.
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]`;
// Towers of accents grow over the lines above and below.
const TOO_MANY_MARKS = String.raw`(?<=\p{Mn}{4})\p{Mn}`;

const JOINED = ['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati']
  .concat(['Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
/** Of those, what belongs to writing where it stands: the joiners of emoji and of some scripts, and the forms of signs. */
const IN_ITS_PLACE = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
].join('|');

const SPECIAL = new RegExp(`(${IN_ITS_PLACE})|${UNSEEN}|${TOO_MANY_MARKS}`, 'gu');
const PLAIN = /^[\x20-\x7e]*$/;

/** A text from outside as a part of one line. It cannot begin a line of its own. */
export const harmless = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replace(SPECIAL, (found, inItsPlace: string | undefined) => inItsPlace ?? escaped(found));

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => {
    const code = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');

/** A value as one line of JSON, as harmless to look at. Reading it gives the same value. */
export const jsonLine = (value: unknown): string => harmless(JSON.stringify(value));

/** A part of a line that stands out, where the reader is a terminal that shows colours. */
export interface Painted {
  readonly text: string;
  readonly as: 'good' | 'bad' | 'notable' | 'faint' | 'strong';
}
export type Line = string | readonly (string | Painted)[];

const CODES: Readonly<Record<Painted['as'], number>> = {
  good: 32,
  bad: 31,
  notable: 33,
  faint: 2,
  strong: 1,
};

type Stream = 'stdout' | 'stderr';
const coloured = new Set<Stream>();

/** From now on colours are shown, on those of these that are a terminal. None are before. */
export function allowColours(): void {
  for (const stream of ['stdout', 'stderr'] as const) if (process[stream].isTTY) coloured.add(stream);
}

/** A line without its colours. */
export const plain = (line: Line): string =>
  typeof line === 'string'
    ? line
    : line.map((part) => (typeof part === 'string' ? part : part.text)).join('');

function rendered(line: Line, colours: boolean): string {
  if (typeof line === 'string' || !colours) return harmless(plain(line));
  return line
    .map((part) =>
      typeof part === 'string' ? harmless(part) : `\u001b[${CODES[part.as]}m${harmless(part.text)}\u001b[0m`,
    )
    .join('');
}

const writeLines = (stream: Stream, lines: readonly Line[]): void => {
  if (lines.length === 0) return;
  if (stream === 'stderr') clearProgress();
  process[stream].write(lines.map((line) => `${rendered(line, coloured.has(stream))}\n`).join(''));
};

/** Each is one line, whatever it holds. */
export const print = (...lines: readonly Line[]): void => writeLines('stdout', lines);
/** The same for what is not the result of a command. */
export const printAside = (...lines: readonly Line[]): void => writeLines('stderr', lines);

let progressShown = false;

/** How far something has come, in one line that the next one replaces. Only a person at a terminal sees it. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001b[2K${harmless(text).slice(0, (process.stderr.columns ?? 80) - 1)}`);
  progressShown = true;
}

export function clearProgress(): void {
  if (!progressShown) return;
  process.stderr.write('\r\u001b[2K');
  progressShown = false;
}

/** The lines of a text of our own. What it says of others has to be harmless already where a line break would deceive. */
export const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');

/** An error that nobody foresaw: what it says on one line, then where it comes from. */
export function describeError(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at \S/.test(line));
  return [`${error.name}: ${error.message}`, ...frames];
}
