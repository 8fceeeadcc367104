import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleForNode } from '../support/bundle-for-node.ts';
import type { PlantedBug } from './planted-bugs.ts';
import type { simulate } from './simulate.ts';

/** The simulation of the feeds, bundled with a mistake in it. */
export const plantBug = async (bug: PlantedBug): Promise<typeof simulate> =>
  (await plantIn<{ simulate: typeof simulate }>('test/simulation/simulate.ts', bug)).simulate;

/** What a file exports, bundled with a mistake in something that it imports. */
export async function plantIn<Module>(
  entry: string,
  { name, file, right, wrong }: PlantedBug,
): Promise<Module> {
  const plant: Plugin = {
    name: 'plant',
    // No other file than this one: esbuild reads those several times as fast.
    setup({ onLoad, onResolve }) {
      onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (source.split(right).length !== 2) throw new Error(`"${right}" must be in ${file} exactly once`);
        return { contents: source.replace(right, () => wrong), loader: 'ts' };
      });
      // Of the packages, plain Node cannot import this one.
      const path = resolve('node_modules/adaptivecards/lib/adaptivecards.js');
      onResolve({ filter: /^adaptivecards$/ }, () => ({ path }));
    },
  };
  const outfile = await bundleForNode(entry, name, [plant]);
  return (await import(pathToFileURL(outfile).href)) as Module;
}
