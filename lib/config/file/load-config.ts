import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../../platform/clock.ts';
import { type BridgeConfig, checkBridge } from '../define-bridge.ts';
import { ConfigError, type Problem } from '../schema/problem.ts';
import { findWarnings } from '../warnings.ts';
import { ConfigFileError } from './config-file-error.ts';
import { explainImport } from './import-failure.ts';
import { findJsonMistake } from './json-mistake.ts';

export interface LoadedConfig {
  readonly config: BridgeConfig;
  /** What may not be meant, though the bridge runs with it. */
  readonly warnings: readonly Problem[];
}

/**
 * The configuration in a file: JSON, or a module with a default export, which may come from `defineBridge` or not. Every
 * command reads it with this, so that all of them refuse the same with the same words.
 */
export async function loadConfig(file: string, clock: Pick<Clock, 'now'>): Promise<LoadedConfig> {
  if (!existsSync(file)) {
    throw new ConfigFileError(`There is no configuration ${file}. Create it, or name another file.`);
  }
  if (!/\.([cm]?[jt]s|json)$/.test(file)) {
    throw new ConfigFileError(`${file} is not a configuration: a .ts or .json file is needed.`);
  }
  const written = file.endsWith('.json') ? readJson(file) : await importDefault(file);
  // Also what `defineBridge` made: a module may have changed it since, and a checked configuration passes again.
  const checked = checkBridge(written);
  if (!checked.ok) throw wrongIn(file, checked.problems);
  return { config: checked.config, warnings: findWarnings(checked.config, clock.now()) };
}

export const wrongIn = (file: string, problems: readonly Problem[]): ConfigFileError =>
  new ConfigFileError(`${file}: ${new ConfigError(problems).message}`);

/** What the command prints, on stderr; nothing where all is well. */
export function describeWarnings(file: string, warnings: readonly Problem[]): string {
  const lines = warnings.map(({ path, message }) => `  ${path}: ${message}\n`);
  const count = lines.length === 1 ? '1 thing' : `${lines.length} things`;
  return lines.length === 0
    ? ''
    : `${file}: Warning: ${count} in it may not be what you mean:\n${lines.join('')}`;
}

function readJson(file: string): unknown {
  // Some editors write a mark of the byte order first.
  const text = readText(file).replace(/^\uFEFF/, '');
  const mistake = findJsonMistake(text);
  if (mistake) {
    const { line, expected } = mistake;
    throw new ConfigFileError(
      `${file}, line ${line}: this cannot be read: ${expected} is expected. Correct it there or just above, and try again.`,
    );
  }
  const written: unknown = JSON.parse(text);
  if (!isObject(written)) {
    throw new ConfigFileError(`${file} holds ${kindOf(written)}, and a configuration is an object: { ... }.`);
  }
  // For the editor alone: it says where the schema is.
  const { $schema, ...configuration } = written as Readonly<Record<string, unknown>>;
  return configuration;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigFileError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

async function importDefault(file: string): Promise<unknown> {
  const module = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw isConfigError(error) ? wrongIn(file, error.problems) : explainImport(file, error);
  });
  // Outside of a package of modules, the default export comes wrapped once more.
  const exported = module.default?.__esModule ? module.default.default : module.default;
  if (!isObject(exported)) {
    const instead =
      exported === undefined ? 'has no default export' : `exports ${kindOf(exported)} by default`;
    throw new ConfigFileError(`${file} ${instead}: it must say export default defineBridge({ ... }).`);
  }
  return exported;
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Promise);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Promise) return 'a promise';
  return (
    { string: 'a text', number: 'a number', function: 'a function' }[typeof value as string] ?? 'no object'
  );
}

/** By its code: loaded from elsewhere, the class is another one. */
const isConfigError = (error: unknown): error is ConfigError =>
  error instanceof Error && 'code' in error && error.code === 'invalid_config';
