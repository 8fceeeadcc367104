import { pathToFileURL } from 'node:url';

/** Outside an ES module package, the default export is wrapped once more. */
export interface Imported {
  readonly default?: { readonly __esModule?: unknown; readonly default?: unknown } | undefined;
}

/** From its sources, the project reads TypeScript by itself. The package has to, on every Node alike: 20 cannot at all. */
export async function importModule(path: string): Promise<Imported> {
  if (!path.endsWith('ts') || import.meta.url.endsWith('.ts')) return import(pathToFileURL(path).href);
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url, { fsCache: false }).import(path);
}
