import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Evidence, evidencePage, RUNS, type RunName } from './page.ts';

const ROOT = join(import.meta.dirname, '../..');
const fileOf = (name: RunName): string => join(import.meta.dirname, 'records', `${name}.json`);
/** What the commands write themselves does not make the code another one. */
const WRITTEN = /^(docs\/|test\/evidence\/records\/|test\/pollproof\/(README\.md|results\.svg)$)/;

export function readRecords(): Map<RunName, Evidence> {
  const names = (Object.keys(RUNS) as RunName[]).filter((name) => existsSync(fileOf(name)));
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(fileOf(name), 'utf8')) as Evidence]));
}

/** The commit of what runs here, and whether somebody has changed it since. */
export function commitHere(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const changed = git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .some((line) => line !== '' && !WRITTEN.test(line.slice(3)));
  return git('rev-parse', '--short=8', 'HEAD').trim() + (changed ? ' with changes' : '');
}

/** Keeps a run, and draws the page anew. */
export function recordRun(name: RunName, run: Omit<Evidence, 'commit' | 'day'>, commit = commitHere()): void {
  const day = new Date().toISOString().slice(0, 10);
  const kept: Evidence = { ...run, commit, day };
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(kept)}\n`);
  writeFileSync(join(ROOT, 'docs/evidence.md'), evidencePage(readRecords()));
}
