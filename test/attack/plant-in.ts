import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleForNode } from '../support/bundle-for-node.ts';

/** A check that is taken out of the source as it is bundled. The source itself stays right. */
export interface PlantedHole {
  readonly name: string;
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly right: string;
  readonly wrong: string;
}

/** What a file exports, bundled with a hole in something that it imports. */
export async function plantIn<Module>(
  entry: string,
  { name, file, right, wrong }: PlantedHole,
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
