import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSamples } from '../samples/read-samples.ts';

/** What a page has a reader write: a new file, or lines below one that is there. */
export interface Edit {
  readonly file: string;
  /** Null: the file is new. */
  readonly below: string | null;
  readonly text: string;
}

const BELOW = /^\/\/ (\S+), below this line:\n([^\n]*)\n\/\/ add:\n([\s\S]*)$/;
const WHOLE = /^\/\/ (\S+)\n([\s\S]*)$/;

export const editsIn = (markdown: string): Edit[] =>
  readSamples('', markdown)
    .filter(({ language }) => language === '')
    .flatMap(({ text }): Edit[] => {
      const [, file, below = '', added = ''] = BELOW.exec(text) ?? [];
      if (file) return [{ file, below, text: added }];
      const [, created, whole = ''] = WHOLE.exec(text) ?? [];
      return created ? [{ file: created, below: null, text: whole }] : [];
    });

/** Throws where the page is wrong about what is there. */
export function followEdit(root: string, { file, below, text }: Edit): void {
  const path = join(root, file);
  if (below === null) {
    if (existsSync(path)) throw new Error(`${file} is there already`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  const before = readFileSync(path, 'utf8');
  const parts = before.split(`${below}\n`);
  if (parts.length !== 2) throw new Error(`${file} has this line ${parts.length - 1} times: ${below}`);
  writeFileSync(path, parts.join(`${below}\n${text}`));
}
