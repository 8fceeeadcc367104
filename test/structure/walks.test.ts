import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IS_FULL } from '../support/extent.ts';
import { readSamples } from './samples/read-samples.ts';
import { editsIn, followEdit } from './walks/follow-edit.ts';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const sections = page.split(/^(?=## )/m).filter((section) => /^## Add a /.test(section));
const named = (title: string): string =>
  sections.find((section) => section.startsWith(`## ${title}\n`)) ?? '';
const WALKS = ['Add a command', 'Add a line to a message', 'Add a feature'];
const LINE = 'The platform does not say whom this is about.';

/** A copy of the project, in which a walk leaves its traces: all of it where the walk's commands run there. */
function copyProject(...titles: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'walk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const files = IS_FULL
    ? execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)
    : titles.flatMap((title) => editsIn(named(title)).map(({ file }) => file));
  for (const file of files.filter((one) => existsSync(one))) cpSync(file, join(root, file));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return root;
}

/** Writes what the walk shows where it says. */
function follow(root: string, title: string): void {
  const edits = editsIn(named(title));
  expect(edits.length).toBeGreaterThan(0);
  for (const edit of edits) followEdit(root, edit);
  if (!IS_FULL) return;
  // Some tests ask git which files there are.
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '-A'], { cwd: root });
}

const nodeIn =
  (root: string) =>
  (...args: string[]): string =>
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });

/** A line of shell, as a person would type it there. */
function type(root: string, line: string): string {
  const [program = '', ...args] = line.split(' ');
  const node = nodeIn(root);
  if (program === 'node') return node(...args);
  const [name, ...rest] = args;
  return name === 'vitest'
    ? node('node_modules/vitest/vitest.mjs', ...rest)
    : node('cli/bridge.mjs', ...rest);
}

it('CONTRIBUTING.md has a walk for what is added most', () => {
  expect(sections.map((section) => /^## (.+)/.exec(section)?.[1])).toEqual(WALKS);
});

describe('a walk of CONTRIBUTING.md', () => {
  it.each(WALKS)('writes what it shows where it says, and runs the commands that it shows: %s', (title) => {
    const root = copyProject(title);
    follow(root, title);
    const lines = readSamples('CONTRIBUTING.md', named(title))
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.trim().split('\n'));
    expect(lines.length).toBeGreaterThan(0);
    // They run a part of the tests once more.
    if (!IS_FULL) return;
    const said = lines.map((line) => type(root, line)).join('');
    const read = (path: string) => readFileSync(join(root, path), 'utf8');
    if (title === 'Add a command') {
      expect(said).toMatch(/\n {2}domains +The domains of the configuration\./);
      expect(type(root, 'npx posture-bridge domains')).toBe('acme\n');
    } else if (title === 'Add a feature')
      expect(read('lib/compose/generated/reconcile-facets.ts')).toContain('/heartbeat/reconcile.ts');
    else expect(read('test/structure/words/sentences.txt')).toContain(LINE);
  });

  it.runIf(IS_FULL)('leads to what compiles, and to a line that both chats show', () => {
    const root = copyProject(...WALKS);
    for (const title of WALKS) follow(root, title);
    const node = nodeIn(root);
    expect(node('node_modules/typescript-7/bin/tsc', '--checkers', '1')).toBe('');
    const program = `
      const { createSlackRenderer } = await import('./lib/chats/slack/renderer.ts');
      const { createTeamsRenderer } = await import('./lib/chats/teams/renderer.ts');
      const { CASE, rules } = await import('./test/unit/chats/document/stories.ts');
      const item = { ...CASE, user_name: null, user_email: null };
      const key = { domain: 'acme', destination: 'soc' };
      const shown = { key, content: { kind: 'case', item, trimmed: [] }, memory: null };
      for (const create of [createSlackRenderer, createTeamsRenderer])
        console.log(JSON.stringify(create(rules()).render(shown, null)).includes('${LINE}'));`;
    expect(node('--import', 'tsx', '--input-type=module', '-e', program)).toBe('true\ntrue\n');
  });
});
