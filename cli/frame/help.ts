import type { Line } from '../../lib/base/terminal.ts';
import { type Command, EVERY_FLAGS, type Flag, flagsOf, GROUPS } from './definition.ts';
import { seePage } from './docs-page.ts';

export const PROGRAM = 'posture-bridge';
const WIDTH = 110;

const EXIT_CODES = [
  '0  it is well, or done',
  '1  what was asked about is not well, or it could not be done: the last lines say what to do',
  '2  the command was typed in a wrong way, and nothing was done',
];

/** The commands that begin with the same word. */
export function groupHelp(word: string, commands: readonly Command[]): Line[] {
  return [
    `${PROGRAM} ${word} COMMAND [flags]`,
    '',
    ...summaries(commands),
    '',
    `${PROGRAM} ${commands[0]?.name} --help says more.`,
  ];
}

/** The commands that most people need, which are few enough to read. */
export function overview(first: readonly Command[]): Line[] {
  return [
    `${PROGRAM} COMMAND [flags]`,
    '',
    ...summaries(first),
    '',
    `${PROGRAM} help all lists all other commands, in groups. ${PROGRAM} COMMAND --help says more of one.`,
    '',
    [{ text: 'Every command takes', as: 'strong' }],
    ...flagLines(EVERY_FLAGS),
    '',
    [{ text: 'It ends with', as: 'strong' }],
    ...EXIT_CODES.map((line) => `  ${line}`),
    '',
    [{ text: 'Examples', as: 'strong' }],
    `  ${PROGRAM} status --local`,
    `  ${PROGRAM} status --all --name staging --profile security --region eu-west-1`,
    `  ${PROGRAM} dlq list --help`,
    '',
    seePage('operations.md'),
  ];
}

/** Every command, in groups. */
export function everything(commands: readonly Command[]): Line[] {
  const groups = GROUPS.flatMap((group): Line[] => {
    const own = commands.filter((one) => one.group === group);
    return own.length === 0 ? [] : ['', [{ text: group, as: 'strong' }], ...summaries(own, commands)];
  });
  return [`${PROGRAM} COMMAND [flags]`, ...groups, '', `${PROGRAM} COMMAND --help says more of one.`];
}

/** One line each, as wide as the names of all need it. */
function summaries(commands: readonly Command[], all: readonly Command[] = commands): string[] {
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
}

export function helpOf(command: Command): Line[] {
  const { summary, about, words = [], examples, flags } = command;
  const own = { ...flags };
  const others = Object.fromEntries(
    Object.entries(flagsOf(command)).filter(([one]) => !Object.hasOwn(own, one)),
  );
  return [
    usageOf(command),
    '',
    ...wrapped(summary, 0),
    ...(about ? ['', ...about.split('\n').flatMap((line) => (line === '' ? [''] : wrapped(line, 0)))] : []),
    ...(words.length + Object.keys(own).length > 0 ? [''] : []),
    ...columns(words.map((word) => [word.name, word.words])),
    ...flagLines(own),
    '',
    ...flagLines(others),
    '',
    [{ text: 'Examples', as: 'strong' }],
    ...examples.flatMap((example) => [...typed(`${PROGRAM} ${example.line}`), ...wrapped(example.words, 6)]),
    '',
    seePage(command.page),
  ];
}

/** An example in several lines that a shell reads as one. */
function typed(line: string): string[] {
  const parts = line.split(/ (?=--)/);
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length < WIDTH - 4)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(last === undefined ? `  ${part}` : `    ${part}`);
  }
  return lines.map((one, n) => (n === lines.length - 1 ? one : `${one} \\`));
}

/** `posture-bridge replay ITEM [flags]`. */
export function usageOf({ name, words = [] }: Command): string {
  const all = words.map((word) => {
    const text = word.many ? `${word.name}...` : word.name;
    return word.optional ? `[${text}]` : text;
  });
  return [PROGRAM, name, ...all, '[flags]'].join(' ');
}

const flagLines = (flags: Readonly<Record<string, Flag>>): string[] =>
  columns(
    Object.entries(flags).map(([name, { value, words, multiple }]) => [
      `--${name}${value ? ` ${value}` : ''}`,
      multiple ? `${words}; may be given again` : words,
    ]),
  );

export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(16, ...rows.map(([left]) => left.length)) + 2;
  return rows.flatMap(([left, right]) => {
    const lines = wrapped(right, width + 2);
    return lines.map((line, n) => (n === 0 ? `  ${left.padEnd(width)}${line.trimStart()}` : line));
  });
}

/** Wraps text to fit a terminal, with each line indented. */
export function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((one) => `${' '.repeat(indent)}${one}`);
}
