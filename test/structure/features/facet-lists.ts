import {
  ENTRY_POINTS,
  type EntryPoint,
  type Manifest,
} from '../../../lib/features/entry-points/feature-manifest.ts';

const LINE_WIDTH = 110;

export const listPath = (entry: EntryPoint): string => `lib/compose/generated/${entry}-facets.ts`;

/** One list for each entry point, so that the bundle of a function holds only the facets of that function. */
export const facetLists = (features: readonly Manifest[]): ReadonlyMap<string, string> =>
  new Map(ENTRY_POINTS.map((entry) => [listPath(entry), listOf(entry, features)]));

function listOf(entry: EntryPoint, features: readonly Manifest[]): string {
  const names = features.filter(({ facets }) => facets.includes(entry)).map(({ name }) => name);
  const type = `${entry[0]?.toUpperCase()}${entry.slice(1)}Facet`;
  const imports = [
    ...names.map((name) => ({
      path: `${name}/${entry}.ts`,
      what: entry === name ? `{ ${name} }` : `{ ${entry} as ${name} }`,
    })),
    { path: `entry-points/${entry}-facet.ts`, what: `type { ${type} }` },
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const start = `export const ${entry}Facets: readonly ${type}[] = [`;
  const line = `${start}${names.join(', ')}];`;
  return [
    '// Written by test/structure/features/write-facet-lists.ts from lib/features/features.ts.',
    ...imports.map(({ path, what }) => `import ${what} from '../../features/${path}';`),
    '',
    ...(line.length <= LINE_WIDTH ? [line] : [start, ...names.map((name) => `  ${name},`), '];']),
    '',
  ].join('\n');
}
