import { fileURLToPath } from 'node:url';
import type { ClientFiles } from './page.ts';

const CLIENT = fileURLToPath(new URL('client/', import.meta.url));

/** The page's script and style, each as one file. Nothing is written to disk. */
export async function bundleClient(): Promise<ClientFiles> {
  // Imported only here: the package contains the built page, and no bundler.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
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
    write: false,
  });
  const find = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: find('main.js'), style: find('main.css') };
}
