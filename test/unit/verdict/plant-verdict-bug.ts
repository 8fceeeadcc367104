import { mkdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { PlantedBug } from '../../simulation/planted-bugs.ts';
import type { simulateVerdicts } from './simulate-verdicts.ts';

const FOLDER = 'node_modules/.cache/planted-bugs';

/** The simulation of the verdicts, bundled with a mistake in it. */
export async function plantVerdictBug(bug: PlantedBug): Promise<typeof simulateVerdicts> {
  await mkdir(FOLDER, { recursive: true });
  const outfile = resolve(FOLDER, `verdict-${bug.name.replaceAll(/\W+/g, '-')}.mjs`);
  await build({
    entryPoints: ['test/unit/verdict/simulate-verdicts.ts'],
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
            if (path !== resolve(bug.file)) return { contents: source, loader: 'ts' };
            if (source.split(bug.right).length !== 2)
              throw new Error(`"${bug.right}" must be in ${bug.file} exactly once`);
            return { contents: source.replace(bug.right, () => bug.wrong), loader: 'ts' };
          }),
      },
    ],
  });
  const planted = (await import(pathToFileURL(outfile).href)) as {
    simulateVerdicts: typeof simulateVerdicts;
  };
  return planted.simulateVerdicts;
}
