import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcesInBundle } from '../../cdk/bundle-functions.ts';
import { FUNCTIONS } from '../../cdk/function-folders.ts';
import type { FunctionName } from '../../lib/config/function-env.ts';
import { ENTRY_POINTS } from '../../lib/features/entry-points/feature-manifest.ts';
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
    const sources = [...(await sourcesInBundle(name)).keys()];
    const facets = sources.filter((path) => FACET.test(path)).map((path) => FACET.exec(path)?.[1]);
    expect(sources.length).toBeGreaterThan(10);
    const own = name.replace(/-(slack|teams)$/, '');
    expect(facets.filter((facet) => ![own, ...(ALSO[own] ?? [])].includes(facet ?? ''))).toEqual([]);
  });
});

describe('the bundle of a function', () => {
  it.each(FUNCTIONS)('of %s is no larger than it was: a function loads only what it needs', async (name) => {
    const sources = [...(await sourcesInBundle(name))];
    const sum = (isMeant: (path: string) => boolean) =>
      sources.reduce((bytes, [path, more]) => bytes + (isMeant(path) ? more : 0), 0);
    const [own, packages] = KILOBYTES[name];
    expect(
      sum((path) => !path.includes('node_modules/')),
      'own code',
    ).toBeLessThan((own + 2) * 1_000);
    expect(
      sum((path) => path.includes('node_modules/')),
      'packages',
    ).toBeLessThan((packages + 10) * 1_000);
  });
});

/**
 * What the bundler's metafile says of our own code and of packages. Whoever adds a capability, or updates a package, and has
 * seen in the metafile that nothing else came along, writes the new figure here; a figure that has fallen may be lowered.
 */
const KILOBYTES: Readonly<Record<FunctionName, readonly [own: number, packages: number]>> = {
  poll: [171, 467],
  'notify-slack': [210, 476],
  'notify-teams': [229, 476],
  'notify-webhook': [108, 470],
  action: [232, 76],
  verdict: [318, 477],
  reconcile: [217, 472],
  archive: [31, 452],
};

/** Commands are taken by one function and answered by another. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  action: ['words'],
  verdict: ['commands', 'words'],
};
const FACET = new RegExp(`^lib/features/[^/]+/(${ENTRY_POINTS.join('|')})\\.ts$`);
