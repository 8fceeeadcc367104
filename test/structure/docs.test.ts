import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkDocs } from './docs/check-docs.ts';
import { decisionsPage } from './docs/decisions-page.ts';
import { readPage } from './docs/markdown.ts';
import { type Repository, readRepository } from './docs/repository.ts';

describe('the docs', () => {
  it('name only files, headings and commands that are there, and every script', () => {
    expect(checkDocs(readRepository())).toEqual([]);
  });

  it('list every decision by its title', async () => {
    await expect(decisionsPage(decisions())).toMatchFileSnapshot('../../docs/decisions/README.md');
  });

  it('say a decision on a page at most, under a title, with what it costs', () => {
    const bad = [...decisions()].filter(
      ([file, text]) =>
        !/^\d{4}(-[a-z0-9]+)+\.md$/.test(file) ||
        !/^# \S.+\n\n/.test(text) ||
        !text.includes('**What we give up.**') ||
        text.split(/\s+/).length > 500,
    );
    expect(bad.map(([file]) => file)).toEqual([]);
  });

  it('say it in 42,000 words, without the bars of their tables and what commands write of their last runs', () => {
    const isWritten = (path: string) => /^docs\/(benchmarks|evidence)\.md$/.test(path);
    const pages = [...readRepository().pages].filter(
      ([path]) => path.startsWith('docs/') && !isWritten(path),
    );
    const words = pages.flatMap(([, text]) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)));
    expect(words.length).toBeLessThan(42_000);
  });

  it('show the commands that the workflow runs', () => {
    const workflow = readFileSync('.github/workflows/test.yml', 'utf8');
    const runs = [...workflow.matchAll(/^\s+(?:- )?run: (.+)$/gm)].map((match) => match[1] ?? '');
    const shown = readPage(readFileSync('README.md', 'utf8')).code.map(({ text }) => text);
    expect(runs).not.toEqual([]);
    expect(runs.filter((run) => !shown.includes(run))).toEqual([]);
  });
});

describe('the check of the docs', () => {
  it('is content with what is there', () => {
    const text = [
      '# Hello, `World`! & more',
      '## Again',
      '## Again',
      '[a](#hello-world--more) [b](docs/guide.md#part_one) [c](#again-1) [d](https://example.org/x) [e](docs/)',
      '<img src="docs/a.jpg"> and `lib/feed/*.ts`, `docs/{guide,gone}.md`, `npm ci && npm test -- --help`,',
      '`npm run bench:*`, `npx vitest run`, `docs/guide.md#part_one`, `https://example.org/lib/none`, `application/json`',
      '```ts',
      '[not a link](nowhere.md) `lib/none.ts`',
      '```',
      '```sh',
      'npm run --silent bench:feed -- --into lib/feed > out.json  # npm says nothing then',
      '```',
    ];
    expect(problemsOf(text.join('\n'))).toEqual([]);
  });

  it.each([
    ['[a](docs/gone.md)', 'README.md:1 links to docs/gone.md, which is not there.'],
    ['\n[a](../outside.md)', 'README.md:2 links to ../outside.md, which is not there.'],
    [
      '[a\nb](docs/guide.md#two)',
      'README.md:2 links to docs/guide.md#two, but docs/guide.md has no heading #two.',
    ],
    ['[a](#none)', 'README.md:1 links to #none, but README.md has no heading #none.'],
    ['![a](docs/b.jpg)', 'README.md:1 links to docs/b.jpg, which is not there.'],
    ['<source srcset="docs/b.jpg">', 'README.md:1 links to docs/b.jpg, which is not there.'],
    ['[a][1]\n\n[1]: docs/gone.md', 'README.md:3 links to docs/gone.md, which is not there.'],
    ['see `lib/feed/gone.ts`', 'README.md:1 names lib/feed/gone.ts, which is not there.'],
    ['see `lib/feed/*.js`', 'README.md:1 names lib/feed/*.js, which is not there.'],
    ['```sh\ncat lib/gone\n```', 'README.md:2 names lib/gone, which is not there.'],
    ['`npm run gone`', 'README.md:1 says "npm run gone", but package.json has no script gone.'],
    [
      '`npm run\n  gone -- --flag`',
      'README.md:1 says "npm run gone -- --flag", but package.json has no script gone.',
    ],
    ['`npm start`', 'README.md:1 says "npm start", but package.json has no script start.'],
    ['`npm run none:*`', 'README.md:1 says "npm run none:*", but package.json has no script none:*.'],
    ['`npm isntall`', 'README.md:1 says "npm isntall", but npm isntall is no command that we know.'],
    [
      '```sh\nnpm ci && npx gone x\n```',
      'README.md:2 says "npm ci && npx gone x", but npx gone is in no package that is installed.',
    ],
  ])('finds what is wrong with %j', (text, sentence) => {
    expect(problemsOf(text)).toEqual([sentence]);
  });

  it.each([
    ['node lib/gone.mjs', 'the script more runs lib/gone.mjs, which is not there'],
    ['gone --all', 'the script more runs gone, which no installed package brings'],
    ['npm run gone && vitest', 'the script more cannot run: package.json has no script gone'],
  ])('finds that the script %j cannot run', (line, sentence) => {
    expect(problemsOf('`npm run more`', { more: line })).toEqual([sentence]);
  });

  it('finds a script that no page names', () => {
    expect(problemsOf('', { more: 'vitest' })).toEqual(['No page says what the script more is for.']);
  });

  it('leaves the changelog its old commands and files, but not its links', () => {
    const old = '`npm run gone` ran `lib/gone.ts`, see [there](docs/gone.md)';
    expect(problemsOf('', {}, { 'CHANGELOG.md': old })).toEqual([
      'CHANGELOG.md:1 links to docs/gone.md, which is not there.',
    ]);
  });
});

/** What each decision says, by its file. */
function decisions(): Map<string, string> {
  const folder = 'docs/decisions';
  const files = readdirSync(folder).filter((file) => file !== 'README.md');
  return new Map(files.sort().map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]));
}

/** In a small repository whose README this is. */
function problemsOf(readme: string, scripts = {}, pages: Record<string, string> = {}): string[] {
  const guide = '# Guide\n\n## Part_one\n\n`npm test`, `npm run bench:feed`';
  const repository: Repository = {
    paths: new Set([
      'README.md',
      'docs',
      'docs/guide.md',
      'docs/a.jpg',
      'lib',
      'lib/feed',
      'lib/feed/feed.ts',
    ]),
    pages: new Map(Object.entries({ 'README.md': readme, 'docs/guide.md': guide, ...pages })),
    scripts: { test: 'vitest run', 'bench:feed': 'node lib/feed/feed.ts', ...scripts },
    programs: new Set(['vitest']),
  };
  return checkDocs(repository);
}
