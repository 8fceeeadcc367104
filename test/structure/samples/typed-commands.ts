import { COMMANDS } from '../../../cli/commands.ts';
import { type Command, flagsOf } from '../../../cli/frame/definition.ts';
import { findCommand, readArguments } from '../../../cli/frame/read-arguments.ts';
import { readFlags } from '../../../local/start/flags.ts';

/** What runs the operator's command, before its name. */
const OURS = /^(?:npx )?posture-bridge(?= |$)/;
const SCRIPT = /^npm run (?:--silent )?([\w:]+)/;
/** A program of its own reads the rest of the line, and has its flags in its help. */
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  deploy: ['config', 'name', 'table', 'anyway', 'region', 'profile', 'require-approval', 'outputs-file'],
  diff: ['config', 'name', 'table', 'region', 'profile'],
  synth: ['config', 'name', 'table', 'output', 'quiet'],
  bill: ['config', 'why', 'json', 'write', 'help'],
};

/** The commands of a block of shell, each on one line, without what a shell does with them. */
export const commandsIn = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .flatMap((line) => line.split(/\s*(?:&&|\|\||\||;)\s*/))
    .flatMap((line) => [line, ...[...line.matchAll(/\$\(([^()]*)\)/g)].map(([, inner = '']) => inner)])
    .map((line) =>
      line
        .replace(/\s*[12]?(?:>>?|<)\s*\S+/g, '')
        .replace(/^(?:[A-Z_]+=\S*\s+)+/, '')
        .trim(),
    )
    .filter((line) => line !== '');

/** What a shell makes of a line: words, with the quotes taken off. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));

/** Why our command would not take this line; null where it is well, or no command of ours. */
export async function wrongCommand(line: string, { inSentence = false } = {}): Promise<string | null> {
  const args = wordsOf(line);
  if (/^npm start\b/.test(line)) {
    const flags = readFlags(args.slice(args.indexOf('--') === -1 ? args.length : args.indexOf('--') + 1));
    return flags.kind === 'bad' ? flags.problems.join(' ') : null;
  }
  const typed = OURS.test(line) ? wordsOf(line.replace(OURS, '')) : scriptOf(line);
  if (
    typed === null ||
    typed.length === 0 ||
    typed[0] === '--help' ||
    typed.join(' ') === 'help all' ||
    typed[0] === 'COMMAND'
  )
    return null;
  const found = findCommand(typed, COMMANDS);
  if (!found) return `there is no command ${typed.slice(0, 2).join(' ')}`;
  const command = (await found.command.load()).default;
  if (command.program) return wrongFlag(OF_OTHERS[command.name] ?? null, found.rest);
  // A sentence names a command and perhaps a flag, and leaves out what has to stand beside them.
  if (inSentence) return wrongFlag(Object.keys(flagsOf(command)), found.rest);
  try {
    readArguments(command, found.rest);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** A script of package.json that is a command of ours, as it would be typed. */
function scriptOf(line: string): string[] | null {
  const [, script = ''] = SCRIPT.exec(line) ?? [];
  const command = programOf(script);
  if (!command) return script === 'webhook' ? ['webhook', ...behind(line)] : null;
  return [...command.name.split(' '), ...behind(line)];
}
const programOf = (script: string): Pick<Command, 'name'> | null =>
  Object.hasOwn(OF_OTHERS, script) ? { name: script } : null;
const behind = (line: string): string[] => wordsOf(line.split(' -- ')[1] ?? '');

function wrongFlag(known: readonly string[] | null, args: readonly string[]): string | null {
  const given = args.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []);
  const unknown = known && given.find((name) => !known.includes(name));
  return unknown ? `there is no flag --${unknown}` : null;
}
