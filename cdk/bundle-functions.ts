import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { clickedIn, postedTo } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { FunctionName } from '../lib/config/function-env.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Every function of the bridge, by its file in `functions/`. */
const FUNCTIONS: readonly FunctionName[] = ['poll', 'notify-slack', 'notify-teams', 'action', 'verdict'];

/** Where each function is bundled to. Of one that the configuration does not need, nothing is there. */
export type FunctionFolders = Readonly<Record<FunctionName, string>>;

/** The others would not even start with this configuration. */
export const functionsFor = (config: BridgeConfig): readonly FunctionName[] => [
  'poll',
  ...postedTo(config).map((chat) => `notify-${chat}` as const),
  ...(clickedIn(config).length > 0 ? (['action', 'verdict'] as const) : []),
];

// The SDK's CommonJS parts ask for Node's own modules, and an ES module has no `require`.
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/**
 * Bundles the functions that are needed into `folder`, with this configuration in the place of `bridge.config.ts`:
 * what the stack was built from is what the functions carry. Source maps lie beside the bundles and are not deployed.
 */
export async function bundleFunctions(config: BridgeConfig, folder: string): Promise<FunctionFolders> {
  await Promise.all(functionsFor(config).map((name) => bundleFunction(name, config, folder)));
  const folders = FUNCTIONS.map((name) => [name, join(folder, name)]);
  return Object.fromEntries(folders) as FunctionFolders;
}

async function bundleFunction(name: FunctionName, config: BridgeConfig, folder: string): Promise<void> {
  const outfile = join(folder, name, 'index.mjs');
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'functions', `${name}.ts`)],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    // The lesser of its two homes: Lambda has Node 24, one's own machine may have 20.
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    sourcemap: 'external',
    banner: { js: REQUIRE },
    plugins: [withConfig(config)],
    logLevel: 'warning',
    write: false,
  });
  for (const { path, contents } of outputFiles) {
    const target = path.endsWith('.map') ? join(folder, 'source-maps', `${name}.mjs.map`) : path;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, contents);
  }
}

const withConfig = (config: BridgeConfig): Plugin => ({
  name: 'configuration',
  setup(build) {
    // By what is loaded and not by how it is imported: the one file, however the import is written.
    build.onLoad({ filter: /[\\/]bridge\.config\.ts$/ }, ({ path }) =>
      path === join(ROOT, 'bridge.config.ts')
        ? { contents: `export default ${JSON.stringify(config)};`, loader: 'js' }
        : undefined,
    );
  },
});
