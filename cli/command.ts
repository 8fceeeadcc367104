import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';

/** The command was called in a wrong way: its usage is printed too. */
export class UsageError extends Error {}

export function readFlags<const Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

export async function readConfig(path: string): Promise<BridgeConfig> {
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}`);
  const { default: config } = (await import(pathToFileURL(resolve(path)).href)) as { default: BridgeConfig };
  return config;
}

/** Runs a command. `explain` says what people read of an error that is not about the flags. */
export function run(usage: string, main: () => Promise<void>, explain: (error: unknown) => unknown): void {
  main().catch((error: unknown) => {
    const isUsage = error instanceof UsageError;
    console.error(isUsage ? `${error.message}\n\n${usage}` : explain(error));
    process.exitCode = isUsage ? 2 : 1;
  });
}
