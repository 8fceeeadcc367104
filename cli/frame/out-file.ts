import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, UsageError } from './errors.ts';

/** Checked before any work: otherwise an unwritable `--out` file would be noticed only at the end. */
export function checkOut(path: string): string {
  const folder = dirname(path);
  if (path === '') throw new UsageError('--out has to be the name of a file');
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`--out: there is no folder ${folder}. Create it, or name a file in another one.`);
  if (existsSync(path) && statSync(path).isDirectory())
    throw new UsageError(`--out: ${path} is a folder. Name a file in it.`);
  return path;
}

/** The system's reason if a file cannot be written after all. */
export const explainWrite = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error && 'path' in error
    ? new CommandError(`${String(error.path)} cannot be written: ${error.message}.`)
    : error;
