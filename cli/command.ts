import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { ConfigFileError } from '../lib/config/file/config-file-error.ts';
import { describeWarnings, loadConfig } from '../lib/config/file/load-config.ts';
import { systemClock } from '../lib/platform/clock.ts';
import { flagProblem } from '../lib/platform/command-flags.ts';
import { describeError, linesOf, printAside } from '../lib/platform/terminal.ts';

/** The command was called in a wrong way: its usage is printed too. */
export class UsageError extends Error {}

export function readFlags<const Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new UsageError(flagProblem(error));
  }
}

/** Before any work is done: a file for `--out` that cannot be written would be found out at the end of it. */
export function checkOut(path: string): string {
  const folder = dirname(path);
  if (path === '') throw new UsageError('--out has to be the name of a file');
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`--out: there is no folder ${folder}. Create it, or name a file in another one.`);
  if (existsSync(path) && statSync(path).isDirectory())
    throw new UsageError(`--out: ${path} is a folder. Name a file in it.`);
  return path;
}

/** What the system says when a file cannot be written after all. */
export const explainWrite = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error && 'path' in error
    ? `${String(error.path)} cannot be written: ${error.message}.`
    : error;

export async function readConfig(path: string): Promise<BridgeConfig> {
  const { config, warnings } = await loadConfig(path, systemClock);
  const said = describeWarnings(path, warnings);
  if (said) printAside(...linesOf(said));
  return config;
}

/** Runs a command. `explain` says what people read of an error that is about neither the flags nor the configuration. */
export function run(
  usage: string,
  main: () => Promise<void>,
  explain: (error: unknown) => unknown = (error) => error,
): void {
  // The SDK's word about the version of Node is for developers, and stands between what the command says.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  main().catch((error: unknown) => {
    const isUsage = error instanceof UsageError;
    if (isUsage) printAside(error.message, '', ...linesOf(usage));
    else if (error instanceof ConfigFileError) printAside(...linesOf(error.message));
    else printAside(...describeError(explain(error)));
    process.exitCode = isUsage ? 2 : 1;
  });
}
