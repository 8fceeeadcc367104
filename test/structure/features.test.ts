import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcesInBundle } from '../../cdk/bundle-functions.ts';
import { FUNCTIONS } from '../../cdk/function-folders.ts';
import { ENTRY_POINTS } from '../../lib/features/entry-points/manifest.ts';
import { FEATURES } from '../../lib/features/features.ts';
import { facetLists } from './features/facet-lists.ts';

const folders = readdirSync('lib/features', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'entry-points')
  .map(({ name }) => name);

describe('the features', () => {
  it('are the folders of lib/features, each named once', () => {
    expect(FEATURES.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
  });

  it.each(FEATURES)(
    'has a file for each facet of $name, and no other that is named so',
    ({ name, facets }) => {
      const found = ENTRY_POINTS.filter((entry) => existsSync(`lib/features/${name}/${entry}.ts`));
      expect([...facets].toSorted()).toEqual([...found].toSorted());
    },
  );

  it('have lists of facets that are as test/structure/features/write-facet-lists.ts writes them', () => {
    for (const [path, text] of facetLists(FEATURES)) expect(readFileSync(path, 'utf8'), path).toBe(text);
  });

  it.each(FUNCTIONS)('are in the bundle of %s by the facets of that function only', async (name) => {
    const sources = await sourcesInBundle(name);
    const facets = sources.filter((path) => FACET.test(path)).map((path) => FACET.exec(path)?.[1]);
    expect(sources.length).toBeGreaterThan(10);
    const own = name.replace(/-(slack|teams)$/, '');
    expect(facets.filter((facet) => ![own, ...(ALSO[own] ?? [])].includes(facet ?? ''))).toEqual([]);
  });
});

/** Commands are taken by one function and answered by another. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  action: ['words'],
  verdict: ['commands', 'words'],
};
const FACET = new RegExp(`^lib/features/[^/]+/(${ENTRY_POINTS.join('|')})\\.ts$`);
