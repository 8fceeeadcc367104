import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientFiles } from './page.ts';

const CLIENT = fileURLToPath(new URL('client/', import.meta.url));

/** The page's script and style, each as one file. Nothing is written to disk. */
export const bundleClient = async (): Promise<ClientFiles> => (await buildClient()).files;

/** The same, with the paths of all that it is made of. */
export async function buildClient(): Promise<{ readonly files: ClientFiles; readonly inputs: string[] }> {
  // Imported only here: the package contains the built page, and no bundler.
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: CLIENT,
    entryPoints: ['main.tsx', 'main.css'],
    outdir: CLIENT,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const find = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return {
    files: { script: find('main.js'), style: find('main.css') },
    inputs: Object.keys(metafile.inputs).map((path) => join(CLIENT, path)),
  };
}
