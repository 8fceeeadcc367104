import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../schema/config-problem.ts';
import { ConfigFileError } from './config-file-error.ts';
import { explainImport } from './import-failure.ts';
import { importModule } from './import-module.ts';
import { findJsonMistake } from './json-mistake.ts';

/** Wrapped in an object, so that an exported promise is not awaited. */
export interface Written {
  readonly value: unknown;
}

/** The content of a hand-written file: JSON, or a module with a default export. `what`: its name in messages. */
export async function readWritten(file: string, what: string): Promise<Written> {
  if (!existsSync(file)) {
    throw new ConfigFileError(`There is no ${what} ${file}. Create it, or name another file.`);
  }
  if (!/\.([cm]?[jt]s|json)$/.test(file)) {
    throw new ConfigFileError(`${file} is not a ${what}: a .ts or .json file is needed.`);
  }
  return file.endsWith('.json') ? { value: parseJson(file, readText(file)) } : importDefault(file);
}

/** Parses JSON; `from` names its origin. */
export function parseJson(from: string, written: string): unknown {
  // Some editors begin a file with a byte-order mark.
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
  const module = await importModule(resolve(file)).catch((error: unknown) => {
    throw isConfigError(error) ? wrongIn(file, error.problems) : explainImport(file, error);
  });
  // Outside an ES module package, the default export is wrapped once more.
  return { value: module.default?.__esModule ? module.default.default : module.default };
}

export const wrongIn = (file: string, problems: ConfigError['problems']): ConfigFileError =>
  new ConfigFileError(`${file}: ${new ConfigError(problems).message}`, problems);

/** Checked by its code: if it was loaded from elsewhere, the class is a different one. */
const isConfigError = (error: unknown): error is ConfigError =>
  error instanceof Error && 'code' in error && error.code === 'invalid_config';
