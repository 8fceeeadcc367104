import { parseArgs } from 'node:util';
import { flagProblem } from '../../lib/base/command-flags.ts';
import { nearest } from '../../lib/config/schema/nearest.ts';
import { type Command, type Flags, flagsOf } from './definition.ts';
import { UsageError } from './errors.ts';

/** The command that the first words name, and the remaining arguments. */
export function findCommand<Named extends { readonly name: string }>(
  args: readonly string[],
  commands: readonly Named[],
): { readonly command: Named; readonly rest: readonly string[] } | null {
  const words = args.slice(0, wordsBefore(args));
  for (let count = Math.min(words.length, 2); count > 0; count--) {
    const typed = words.slice(0, count).join(' ');
    const command = commands.find(({ name }) => name === typed);
    if (command) return { command, rest: args.slice(count) };
  }
  return null;
}

/** How many words come before the first flag. */
const wordsBefore = (args: readonly string[]): number => {
  const at = args.findIndex((one) => one.startsWith('-'));
  return at === -1 ? args.length : at;
};

/** The message for words that name no command. */
export function unknownCommand(args: readonly string[], names: readonly string[]): string {
  const words = args.slice(0, wordsBefore(args));
  const [first = ''] = words;
  const inGroup = names.filter((name) => name.startsWith(`${first} `));
  if (inGroup.length > 0) {
    const wrong =
      words[1] === undefined ? `${first} needs another word` : `${first} has no ${JSON.stringify(words[1])}`;
    const meant = words[1] && nearest(`${first} ${words[1]}`, inGroup);
    return `${wrong}${meant ? `, did you mean ${meant}?` : ':'} ${inGroup.join(', ')}.`;
  }
  const meant = nearest(words.slice(0, 2).join(' '), names) ?? nearest(first, names);
  return `${JSON.stringify(first)} is no command${meant ? `: did you mean ${meant}?` : '.'}`;
}

export interface Given {
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly words: readonly string[];
}

/** The flags and words after a command. Throws a UsageError. */
export function readArguments(command: Command, args: readonly string[]): Given {
  const flags = flagsOf(command);
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, multiple, default: otherwise }]) => [
      name,
      { type, ...(multiple && { multiple }), ...(otherwise !== undefined && { default: otherwise }) },
    ]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${flagProblem(error)}${suggestion(args, flags)}`);
  }
  const values = { ...parsed.values } as Record<string, string | boolean | string[] | undefined>;
  for (const [name, { type, multiple, value }] of Object.entries(flags)) {
    if (type === 'boolean') values[name] ??= false;
    if (multiple) values[name] ??= [];
    if (values[name] === '') throw new UsageError(`--${name} needs a value${value ? ` (${value})` : ''}.`);
  }
  if (values.help !== true) checkWords(command, parsed.positionals);
  return { flags: values, words: parsed.positionals };
}

function checkWords({ words: wanted = [] }: Command, given: readonly string[]): void {
  const missing = wanted.find(({ optional }, at) => !optional && given[at] === undefined);
  if (missing) throw new UsageError(`${missing.name} is missing: ${missing.words}.`);
  const most = wanted.some(({ many }) => many) ? Number.POSITIVE_INFINITY : wanted.length;
  if (given.length > most) {
    throw new UsageError(`${JSON.stringify(given[most])} is too much: flags begin with --.`);
  }
}

/** Node names the unknown flag, but not the one that was meant. */
function suggestion(args: readonly string[], flags: Flags): string {
  const typed = args.flatMap((one) => /^--(?:no-)?([^=]+)/.exec(one)?.[1] ?? []);
  const unknown = typed.find((name) => !Object.hasOwn(flags, name) && !Object.hasOwn(flags, `no-${name}`));
  const meant = unknown === undefined ? undefined : nearest(unknown, Object.keys(flags));
  return meant ? ` Did you mean --${meant}?` : '';
}
