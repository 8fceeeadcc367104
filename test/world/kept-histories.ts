import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from './history.ts';

/** Whole histories and not their seeds: a seed draws another one as soon as a history can have something more. */
const FOLDER = join(import.meta.dirname, 'histories', 'kept');
/** The path of a shrunk history can be longer than a name of a file may be. */
const LONGEST_NAME = 60;

/** Keeps a history that went wrong, for ever: the test beside this plays it. Its file. */
export function keepHistory(name: string, history: History, folder = FOLDER): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replace(/[^\w-]+/g, '-').slice(0, LONGEST_NAME)}.json`);
  writeFileSync(file, `${JSON.stringify(history)}\n`);
  return file;
}

export const keptHistories = (folder = FOLDER): readonly (readonly [string, History])[] =>
  (existsSync(folder) ? readdirSync(folder).sort() : []).map(
    (name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as History] as const,
  );
