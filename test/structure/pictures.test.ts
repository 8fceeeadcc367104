import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeStale, shownDigest } from '../browser/pictures.mjs';

describe('the pictures of the console', () => {
  it('are each shown by a page', () => {
    const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) =>
      name.endsWith('.md'),
    );
    const text = pages.map((page) => readFileSync(page, 'utf8')).join();
    const pictures = readdirSync('docs/images').filter((name) => name.endsWith('.jpg'));
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((name) => !text.includes(`images/${name}`))).toEqual([]);
  });

  it('are said to be old once what they show has changed, on GitHub as its warning', () => {
    const digest = shownDigest();
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(describeStale(digest, digest, true)).toBeNull();
    expect(describeStale(digest, 'another', false)).toMatch(/^The pictures .* npm run screenshots/);
    expect(describeStale(digest, '', true)).toMatch(/^::warning file=docs\/images\//);
  });
});
