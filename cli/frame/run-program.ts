import { tmpdir } from 'node:os';
import { ask, canAsk, NotAnsweredError } from '../../lib/base/ask-person.ts';
import { describeError, jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { ConfigFileError } from '../../lib/config/file/config-file-error.ts';
import type { LocalHome } from '../../lib/config/file/local-home.ts';
import { explainAws } from '../aws/explain-aws.ts';
import { chooseHome, runningHomes } from '../aws/find-home.ts';
import { type OpenBridge, openBridge, type WhichBridge } from '../aws/open-bridge.ts';
import { confirm } from './confirm.ts';
import type { Asked, Command, Told } from './definition.ts';
import { seePage } from './docs-page.ts';
import { CommandError, UsageError } from './errors.ts';
import { everything, groupHelp, helpOf, overview, PROGRAM } from './help.ts';
import { findCommand, type Given, readArguments, unknownCommand } from './read-arguments.ts';
import { readConfig } from './read-config.ts';
import { runOther } from './run-other.ts';

/** A command that is loaded on demand: most need an AWS client, which takes a while to load. */
export interface Listed {
  readonly name: string;
  /** One of the few that `--help` shows. */
  readonly first?: boolean;
  load(): Promise<{ readonly default: Command }>;
}

const WELL = 0;
const NOT_WELL = 1;
const WRONG_USE = 2;

/** Runs what was typed; resolves to the exit code. Every foreseeable error is a sentence, without a stack trace. */
export async function runProgram(
  args: readonly string[],
  listed: readonly Listed[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const [first] = args;
  if (first === undefined || ['--help', '-h'].includes(first) || (first === 'help' && args.length === 1)) {
    print(...overview(await loaded(listed.filter((one) => one.first))));
    return first === undefined ? WRONG_USE : WELL;
  }
  if (first === 'help') return help(args.slice(1), listed);
  const found = findCommand(args, listed);
  if (!found) return args.includes('--help') ? help(args, listed) : unknown(args, listed);
  const command = (await found.command.load()).default;
  const opened: OpenBridge[] = [];
  try {
    if (command.program) return await runAnother(command, command.program, found.rest);
    const given = readArguments(command, found.rest);
    if (given.flags.help === true) {
      print(...helpOf(command));
      return WELL;
    }
    const home = given.flags.local === true ? await localHome(given.flags) : undefined;
    const told = await command.run(askedWith(withItsConfig(given, found.rest, home), env, opened, home));
    if (told) tell(told, given.flags.json === true);
    return told?.well === false ? NOT_WELL : WELL;
  } catch (error) {
    return fail(command, error);
  } finally {
    for (const bridge of opened) bridge.close();
  }
}

/** `help all`, `help dlq` and `help dlq list`; and `dlq --help`, which has no command of its own. */
async function help(words: readonly string[], listed: readonly Listed[]): Promise<number> {
  const [first = ''] = words;
  if (first === 'all') {
    print(...everything(await loaded(listed)));
    return WELL;
  }
  const found = findCommand(words, listed);
  const group = listed.filter(({ name }) => name.startsWith(`${first} `));
  if (found) print(...helpOf((await found.command.load()).default));
  else if (group.length > 0) print(...groupHelp(first, await loaded(group)));
  else return unknown(words, listed);
  return WELL;
}

function unknown(words: readonly string[], listed: readonly Listed[]): number {
  const [first = ''] = words;
  const names = listed.map(({ name }) => name);
  printAside(
    first.startsWith('-') ? `${first} is no command.` : unknownCommand(words, names),
    `${PROGRAM} help all lists all commands.`,
  );
  return WRONG_USE;
}

const loaded = (listed: readonly Listed[]): Promise<Command[]> =>
  Promise.all(listed.map(async ({ load }) => (await load()).default));

/** The bridge on this machine that is meant. A person at a terminal is asked where several run. */
function localHome({ name, profile, region }: Given['flags']): Promise<LocalHome> {
  if (profile ?? region ?? name)
    throw new UsageError('--local is the bridge on this machine: it needs no --name, --profile or --region');
  return chooseHome(runningHomes(tmpdir()), canAsk() ? { say: printAside, ask } : null);
}

/** The local bridge has the configuration that it was started with, unless another is named. */
function withItsConfig(given: Given, typed: readonly string[], home: LocalHome | undefined): Given {
  const isNamed = typed.some((word) => word === '--config' || word.startsWith('--config='));
  if (isNamed || !given.flags.config || !home?.config) return given;
  return { ...given, flags: { ...given.flags, config: home.config } };
}

function askedWith(
  { flags, words }: Given,
  env: NodeJS.ProcessEnv,
  opened: OpenBridge[],
  home: LocalHome | undefined,
): Asked {
  let bridge: Promise<OpenBridge> | undefined;
  return {
    flags: flags as Asked['flags'],
    words,
    json: flags.json === true,
    bridge(needs) {
      bridge ??= openBridge({ ...(flags as WhichBridge), home }, env, needs).then((one) => {
        opened.push(one);
        return one;
      });
      return bridge;
    },
    config: () => readConfig(String(flags.config)),
    confirm: (...plan) => confirm(plan, flags.yes === true),
  };
}

/** Another program says in its own words what is wrong, and its own help: the page is below. */
async function runAnother(
  { page }: Command,
  program: readonly string[],
  args: readonly string[],
): Promise<number> {
  const code = await runOther(program, args);
  if (code === NOT_WELL) printAside(seePage(page));
  else if (code === WELL && args.includes('--help')) print('', seePage(page));
  return code;
}

function tell({ value, lines }: Told, json: boolean): void {
  if (json) print(jsonLine(value));
  else print(...lines);
}

function fail(command: Command, error: unknown): number {
  if (error instanceof UsageError) {
    printAside(...linesOf(error.message), `${PROGRAM} ${command.name} --help says how it is used.`);
    return WRONG_USE;
  }
  const said = explainAws(command.explain?.(error) ?? error);
  const expected =
    said instanceof CommandError || said instanceof ConfigFileError || said instanceof NotAnsweredError;
  // Somebody who chose not to go on needs no page.
  const isOver = said instanceof NotAnsweredError;
  if (typeof said === 'string') printAside(...linesOf(said));
  else if (expected) printAside(...linesOf(said.message), ...(isOver ? [] : [seePage(command.page)]));
  else printAside('This is not foreseen, and a bug:', ...describeError(said));
  return NOT_WELL;
}
