import { mkdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { PlantedBug } from './planted-bugs.ts';
import type { simulate } from './simulate.ts';

// Beside the packages, so that the bundle finds them.
const FOLDER = 'node_modules/.cache/planted-bugs';

/** The simulation, bundled with a mistake in it. */
export async function plantBug({ name, file, right, wrong }: PlantedBug): Promise<typeof simulate> {
  await mkdir(FOLDER, { recursive: true });
  const outfile = resolve(FOLDER, `${name.replaceAll(/\W+/g, '-')}.mjs`);
  await build({
    entryPoints: ['test/simulation/simulate.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'plant',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            const source = await readFile(path, 'utf8');
            if (path !== resolve(file)) return { contents: source, loader: 'ts' };
            if (source.split(right).length !== 2)
              throw new Error(`"${right}" must be in ${file} exactly once`);
            return { contents: source.replace(right, () => wrong), loader: 'ts' };
          }),
      },
    ],
  });
  const planted = (await import(pathToFileURL(outfile).href)) as { simulate: typeof simulate };
  return planted.simulate;
}
