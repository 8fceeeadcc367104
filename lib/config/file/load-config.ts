import type { Clock } from '../../base/clock.ts';
import { type BridgeConfig, checkBridge } from '../define-bridge.ts';
import type { Problem } from '../schema/config-problem.ts';
import { findWarnings } from '../warnings.ts';
import { ConfigFileError } from './config-file-error.ts';
import { readWritten, wrongIn } from './read-written.ts';

export interface LoadedConfig {
  readonly config: BridgeConfig;
  /** What is probably not intended, though the bridge runs with it. */
  readonly warnings: readonly Problem[];
}

/**
 * The configuration in a file: JSON, or a module with a default export, with or without `defineBridge`. Every command
 * uses this, so that all of them reject the same input with the same words.
 */
export async function loadConfig(file: string, clock: Pick<Clock, 'now'>): Promise<LoadedConfig> {
  const { value } = await readWritten(file, 'configuration');
  const written = configurationIn(file, value);
  // Also checks the result of `defineBridge`: a module may have changed it since, and a valid configuration passes again.
  const checked = checkBridge(written);
  if (!checked.ok) throw wrongIn(file, checked.problems);
  return { config: checked.config, warnings: findWarnings(checked.config, clock.now()) };
}

/** What the command prints on stderr; empty if there are no warnings. */
export function describeWarnings(file: string, warnings: readonly Problem[]): string {
  const lines = warnings.map(({ path, message }) => `  ${path}: ${message}\n`);
  const count = lines.length === 1 ? '1 thing' : `${lines.length} things`;
  return lines.length === 0
    ? ''
    : `${file}: Warning: ${count} in it may not be what you mean:\n${lines.join('')}`;
}

function configurationIn(file: string, written: unknown): object {
  const isJson = file.endsWith('.json');
  if (!isObject(written)) {
    if (isJson)
      throw new ConfigFileError(
        `${file} holds ${kindOf(written)}, and a configuration is an object: { ... }.`,
      );
    const instead = written === undefined ? 'has no default export' : `exports ${kindOf(written)} by default`;
    throw new ConfigFileError(`${file} ${instead}: it must say export default defineBridge({ ... }).`);
  }
  if (!isJson) return written;
  // Only for the editor: it says where the schema is.
  const { $schema, ...configuration } = written as Readonly<Record<string, unknown>>;
  return configuration;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Promise);

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Promise) return 'a promise';
  return (
    { string: 'a text', number: 'a number', function: 'a function' }[typeof value as string] ?? 'no object'
  );
}
