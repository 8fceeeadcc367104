import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusedIn } from './words/phrases.ts';
import { sentencesIn, sentencesOf } from './words/read-sentences.ts';

const filesIn = (...paths: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--', ...paths], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
const sourcesIn = (...paths: readonly string[]) => filesIn(...paths).filter((path) => /\.tsx?$/.test(path));

/** The titles of tests, and samples, are for developers. */
const withoutTests = (page: string): string =>
  page.replace(/```[\s\S]*?```/g, '').replace(/\[[^\]]*\]\(\.\.\/test\/[^)]*\)/g, '');

const problemsIn = (path: string, lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => refusedIn(line).map((problem) => `${path}: ${problem} in: ${line.slice(0, 120)}`));

describe('what people read', () => {
  it('stands in one file, to be read aloud: write it again with vitest -u', async () => {
    const written = [
      'lib/verdict',
      'lib/case',
      'lib/chats/document',
      'lib/chats/presses',
      'lib/features',
      'lib/outbox',
      'lib/feed',
    ];
    const parts = sourcesIn(...written).flatMap((path) => {
      const sentences = sentencesIn(path);
      return sentences.length === 0 ? [] : [`## ${path}\n\n${sentences.join('\n')}\n`];
    });
    await expect(parts.join('\n')).toMatchFileSnapshot('words/sentences.txt');
  });

  it('is English of the trade in the chats, the commands and the console', () => {
    const found = sourcesIn('lib', 'cli', 'console').flatMap((path) => problemsIn(path, sentencesIn(path)));
    expect(found).toEqual([]);
  });

  it('is English of the trade in every answer of both chats', () => {
    const golden = filesIn('test/interplay/commands/golden');
    const found = golden.flatMap((path) => problemsIn(path, readFileSync(path, 'utf8').split('\n')));
    expect(found).toEqual([]);
  });

  it('is English of the trade in the docs', () => {
    const pages = filesIn('docs/*.md', '*.md').filter((path) => !path.startsWith('docs/decisions/'));
    const found = pages.flatMap((path) =>
      problemsIn(path, withoutTests(readFileSync(path, 'utf8')).split('\n')),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['1 cases wait', 'one has no plural'],
    ['12 case wait', 'many have a plural'],
    ['The message shows what became of it', 'how it went, the outcome'],
  ])('would be refused: %s', (text, instead) => {
    expect(refusedIn(text).join()).toContain(instead);
  });

  it.each(['1 case', '21 cases', 'an 8-day-old case', 'a 30-day window is 30 days', 'once more'])(
    'would be taken: %s',
    (text) => {
      expect(refusedIn(text)).toEqual([]);
    },
  );

  it('is read from the sources whole, with what is filled in', () => {
    const filled = '`Sent to $' + '{place} and $' + '{other.name}`';
    const source = `const a = ['One case.', ${filled}]; import x from 'not this one';`;
    expect(sentencesOf('a.ts', source)).toEqual(['One case.', 'Sent to {place} and {name}']);
  });
});
