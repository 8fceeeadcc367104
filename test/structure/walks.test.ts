import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_FULL } from '../support/extent.ts';
import { readSamples } from './samples/read-samples.ts';
import { editsIn, followEdit } from './walks/follow-edit.ts';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const sections = page.split(/^(?=## )/m).filter((section) => /^## Add a /.test(section));
const named = (title: string): string =>
  sections.find((section) => section.startsWith(`## ${title}\n`)) ?? '';
const WALKS = ['Add a command', 'Add a line to a message', 'Add a feature'];

/** A copy of the project, in which a walk leaves its traces. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'walk-'));
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  for (const file of files.filter((one) => existsSync(one))) cpSync(file, join(root, file));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  // Some tests ask git which files there are.
  execFileSync('git', ['init', '-q'], { cwd: root });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const node = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });

/** A line of shell, as a person would type it there. */
function type(line: string): string {
  const [program = '', ...args] = line.split(' ');
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
  it.each(WALKS)('writes what it shows where it says: %s', (title) => {
    const edits = editsIn(named(title));
    expect(edits.length).toBeGreaterThan(0);
    for (const edit of edits) followEdit(root, edit);
  });

  // Each runs a part of the tests once more, in the copy.
  it.runIf(IS_FULL).each(WALKS)('runs the commands that it shows: %s', (title) => {
    execFileSync('git', ['add', '-A'], { cwd: root });
    const lines = readSamples('CONTRIBUTING.md', named(title))
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.trim().split('\n'));
    expect(lines.length).toBeGreaterThan(0);
    const said = lines.map(type).join('');
    if (title === 'Add a command') {
      expect(said).toMatch(/\n {2}domains +The domains of the configuration\./);
      expect(type('npx posture-bridge domains')).toBe('acme\n');
    }
  });

  it.runIf(IS_FULL)('leads to what compiles, and is seen', () => {
    expect(node('node_modules/typescript-7/bin/tsc', '--checkers', '1')).toBe('');
    const read = (path: string) => readFileSync(join(root, path), 'utf8');
    expect(read('test/structure/words/sentences.txt')).toContain(
      'The platform does not say whom this is about.',
    );
    expect(read('lib/compose/generated/reconcile-facets.ts')).toContain(
      "'../../features/heartbeat/reconcile.ts'",
    );
    const program = `
      const { createSlackRenderer } = await import('./lib/chats/slack/renderer.ts');
      const { createTeamsRenderer } = await import('./lib/chats/teams/renderer.ts');
      const { CASE, rules } = await import('./test/unit/chats/document/stories.ts');
      const item = { ...CASE, user_name: null, user_email: null };
      const shown = { key: { domain: 'acme', destination: 'soc' }, content: { kind: 'case', item, trimmed: [] }, memory: null };
      for (const create of [createSlackRenderer, createTeamsRenderer])
        console.log(JSON.stringify(create(rules()).render(shown, null)).includes('does not say whom this is about'));`;
    expect(node('--import', 'tsx', '--input-type=module', '-e', program)).toBe('true\ntrue\n');
  });
});
