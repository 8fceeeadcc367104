import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DamagedFileError } from './damaged-file.ts';
import { parseJson } from './fields.ts';

/** What a stand-in stores in a file, line by line, so that the next run continues where it ended. */
export interface Notebook {
  /** What earlier runs wrote. */
  readonly lines: readonly unknown[];
  /** On the disk when it returns: a stand-in may be killed at any moment. */
  write(line: unknown): void;
  /** Replaces all lines so far. */
  rewrite(lines: readonly unknown[]): void;
}

/** It contains cases and what people said. */
const OWNER_ONLY = { mode: 0o600 };

function readLine(line: string, where: string): unknown {
  const value = parseJson(line);
  if (value !== undefined) return value;
  throw new DamagedFileError(where, 'it is no line of JSON as it was written');
}

export function openNotebook(file: string): Notebook {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A process that was killed while writing leaves half a line at the end.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(file, whole, OWNER_ONLY);
  return {
    lines: whole
      .split('\n')
      .flatMap((line, n) => (line === '' ? [] : [readLine(line, `${file}, line ${n + 1},`)])),
    write: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`, OWNER_ONLY),
    rewrite(lines) {
      writeFileSync(`${file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), OWNER_ONLY);
      renameSync(`${file}.new`, file);
    },
  };
}
