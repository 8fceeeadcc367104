/** Takes the place of lib/config/file/import-module.ts in the bundle that `bundle-command.mjs` makes of a clone. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { atItsPlace } from './at-its-place.mjs';

/** esbuild puts the path of the sources' own here. */
const SOURCE = DEFINE_BRIDGE;
/** This file is a part of the bundle then, and the built one is beside it. */
const BUILT = new URL('./define-bridge.mjs', import.meta.url).href;

export async function importModule(path) {
  const { href } = pathToFileURL(path);
  if (!/[^c]ts$/.test(path)) return import(href);
  try {
    return await import(await bundled(path));
  } catch (error) {
    if (error?.code === 'invalid_config') throw error;
    // As from the sources, which takes longer, and says where in which file something is wrong.
    await import('tsx');
    return import(href);
  }
}

/** The configuration with all that it imports, as one address. Nothing of it is written to disk. */
async function bundled(path) {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    plugins: [defineBridgeOnce, atItsPlace],
    logLevel: 'silent',
  });
  await stop();
  return `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
}

const defineBridgeOnce = {
  name: 'defineBridge once',
  setup({ onResolve }) {
    onResolve({ filter: /\/define-bridge\.ts$/ }, ({ path, resolveDir }) =>
      resolve(resolveDir, path) === SOURCE ? { path: BUILT, external: true } : undefined,
    );
  },
};
