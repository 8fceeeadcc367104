import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../schema/problem.ts';
import { ConfigFileError } from './config-file-error.ts';
import { explainImport } from './import-failure.ts';
import { findJsonMistake } from './json-mistake.ts';

/** In an object, so that a promise that was exported is not taken for its value. */
export interface Written {
  readonly value: unknown;
}

/** What a file says that is written by hand: JSON, or a module with a default export. `what` it is, in words for people. */
export async function readWritten(file: string, what: string): Promise<Written> {
  if (!existsSync(file)) {
    throw new ConfigFileError(`There is no ${what} ${file}. Create it, or name another file.`);
  }
  if (!/\.([cm]?[jt]s|json)$/.test(file)) {
    throw new ConfigFileError(`${file} is not a ${what}: a .ts or .json file is needed.`);
  }
  return file.endsWith('.json') ? { value: parseJson(file, readText(file)) } : importDefault(file);
}

/** The JSON in a text; `from` names where it is from. */
export function parseJson(from: string, written: string): unknown {
  // Some editors write a mark of the byte order first.
  const text = written.replace(/^\uFEFF/, '');
  const mistake = findJsonMistake(text);
  if (mistake) {
    const { line, expected } = mistake;
    throw new ConfigFileError(
      `${from}, line ${line}: this cannot be read: ${expected} is expected. Correct it there or just above, and try again.`,
    );
  }
  return JSON.parse(text);
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigFileError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

async function importDefault(file: string): Promise<Written> {
  const module = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw isConfigError(error) ? wrongIn(file, error.problems) : explainImport(file, error);
  });
  // Outside of a package of modules, the default export comes wrapped once more.
  return { value: module.default?.__esModule ? module.default.default : module.default };
}

export const wrongIn = (file: string, problems: ConfigError['problems']): ConfigFileError =>
  new ConfigFileError(`${file}: ${new ConfigError(problems).message}`);

/** By its code: loaded from elsewhere, the class is another one. */
const isConfigError = (error: unknown): error is ConfigError =>
  error instanceof Error && 'code' in error && error.code === 'invalid_config';
