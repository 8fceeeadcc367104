/**
 * All output of commands goes through here. Text from outside is shown, never obeyed: what a terminal would act on, or
 * what moves or hides other text, is written as `\u001b`. A reader of JSON gets the same text from it.
 */

// Controls (including ESC and C1), line breaks of every kind, bidi overrides and isolates, characters that are blank or
// have no width, lone surrogates. DI: what Unicode says should not be shown.
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]`;
// Stacks of accents grow over the lines above and below.
const TOO_MANY_MARKS = String.raw`(?<=\p{Mn}{4})\p{Mn}`;

const JOINED = ['Arabic', 'Syriac', 'Mongolian', 'Nko', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati']
  .concat(['Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
/** Exceptions that belong to normal writing: joiners of emoji and of some scripts, and variation selectors. */
const IN_ITS_PLACE = [
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
].join('|');

const SPECIAL = new RegExp(`(${IN_ITS_PLACE})|${UNSEEN}|${TOO_MANY_MARKS}`, 'gu');
const PLAIN = /^[\x20-\x7e]*$/;

/** A text from outside as part of one line. It cannot begin a line of its own. */
export const harmless = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text.replace(SPECIAL, (found, inItsPlace: string | undefined) => inItsPlace ?? escaped(found));

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => {
    const code = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');

/** A value as one line of JSON that is safe to show. Parsing it gives the same value. */
export const jsonLine = (value: unknown): string => harmless(JSON.stringify(value));

/** A part of a line that stands out on a terminal that shows colours. */
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

/** Shows colours from now on, on those streams that are a terminal. Before this call there are none. */
export function allowColours(): void {
  for (const stream of ['stdout', 'stderr'] as const) if (process[stream].isTTY) coloured.add(stream);
}

/** The line without its colours. */
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

/** Each argument becomes one line, whatever it contains. */
export const print = (...lines: readonly Line[]): void => writeLines('stdout', lines);
/** The same for output that is not the result of a command. */
export const printAside = (...lines: readonly Line[]): void => writeLines('stderr', lines);

let progressShown = false;

/** Shows progress in a line that the next one replaces. Only a person at a terminal sees it. */
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

/** The lines of a text of ours. Text from outside in it must already be harmless, or its line breaks could deceive. */
export const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n');

/** An unexpected error: its message on one line, then where it comes from. */
export function describeError(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at \S/.test(line));
  return [`${error.name}: ${error.message}`, ...frames];
}
