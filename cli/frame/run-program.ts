import { tmpdir } from 'node:os';
import { NotAnsweredError } from '../../lib/base/ask-person.ts';
import { describeError, jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { ConfigFileError } from '../../lib/config/file/config-file-error.ts';
import { explainAws } from '../aws/explain-aws.ts';
import { runningHomes } from '../aws/find-home.ts';
import { type OpenBridge, openBridge, type WhichBridge } from '../aws/open-bridge.ts';
import { confirm } from './confirm.ts';
import type { Asked, Command, Told } from './definition.ts';
import { CommandError, UsageError } from './errors.ts';
import { groupHelp, helpOf, overview, PROGRAM } from './help.ts';
import { findCommand, type Given, readArguments, unknownCommand } from './read-arguments.ts';
import { readConfig } from './read-config.ts';
import { runOther } from './run-other.ts';

/** A command that is loaded on demand: most need an AWS client, which takes a while to load. */
export interface Listed {
  readonly name: string;
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
  if (first === undefined || ['--help', '-h', 'help'].includes(first)) {
    const commands = await Promise.all(listed.map(async ({ load }) => (await load()).default));
    const named = first === 'help' && args.length > 1 ? findCommand(args.slice(1), commands) : null;
    print(...(named ? helpOf(named.command) : overview(commands)));
    return first === undefined ? WRONG_USE : WELL;
  }
  const found = findCommand(args, listed);
  if (!found) {
    const names = listed.map(({ name }) => name);
    const group = listed.filter(({ name }) => name.startsWith(`${first} `));
    if (group.length > 0 && args.includes('--help')) {
      print(...groupHelp(first, await Promise.all(group.map(async ({ load }) => (await load()).default))));
      return WELL;
    }
    printAside(
      first.startsWith('-') ? `${first} is no command.` : unknownCommand(args, names),
      `${PROGRAM} --help lists all commands.`,
    );
    return WRONG_USE;
  }
  const command = (await found.command.load()).default;
  const opened: OpenBridge[] = [];
  try {
    if (command.program) return await runOther(command.program, found.rest);
    const given = readArguments(command, found.rest);
    if (given.flags.help === true) {
      print(...helpOf(command));
      return WELL;
    }
    const told = await command.run(askedWith(withItsConfig(given, found.rest), env, opened));
    if (told) tell(told, given.flags.json === true);
    return told?.well === false ? NOT_WELL : WELL;
  } catch (error) {
    return fail(command, error);
  } finally {
    for (const bridge of opened) bridge.close();
  }
}

/** The local bridge has the configuration that it was started with, unless another is named. */
function withItsConfig(given: Given, typed: readonly string[]): Given {
  const isNamed = typed.some((word) => word === '--config' || word.startsWith('--config='));
  const { config, local } = given.flags;
  if (isNamed || !config || local !== true) return given;
  const [home, another] = runningHomes(tmpdir());
  return home?.config && !another ? { ...given, flags: { ...given.flags, config: home.config } } : given;
}

function askedWith({ flags, words }: Given, env: NodeJS.ProcessEnv, opened: OpenBridge[]): Asked {
  let bridge: Promise<OpenBridge> | undefined;
  return {
    flags: flags as Asked['flags'],
    words,
    json: flags.json === true,
    bridge(needs) {
      bridge ??= openBridge(flags as WhichBridge, env, needs).then((one) => {
        opened.push(one);
        return one;
      });
      return bridge;
    },
    config: () => readConfig(String(flags.config)),
    confirm: (...plan) => confirm(plan, flags.yes === true),
  };
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
  if (typeof said === 'string') printAside(...linesOf(said));
  else if (expected) printAside(...linesOf(said.message));
  else printAside('This is not foreseen, and a bug:', ...describeError(said));
  return NOT_WELL;
}
