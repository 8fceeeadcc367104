import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RUNNER = fileURLToPath(new URL('./function-runner.ts', import.meta.url));

export interface FunctionBundle {
  /** The one file that would be deployed. */
  readonly path: string;
  /** The script that stands in for Lambda. It is not part of the bundle. */
  readonly runnerPath: string;
  remove(): Promise<void>;
}

// The SDK's CommonJS parts ask for Node's own modules, and an ES module has no `require`.
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** Bundles `functions/<name>.ts` as for a deployment, with this configuration in the place of the example. */
export async function bundleFunction(name: string, config: BridgeConfig): Promise<FunctionBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'posture-bridge-'));
  const path = join(folder, `${name}.mjs`);
  const runnerPath = join(folder, 'runner.mjs');
  const shared = { platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' } as const;
  await Promise.all([
    build({
      ...shared,
      entryPoints: [join(ROOT, 'functions', `${name}.ts`)],
      outfile: path,
      bundle: true,
      minify: true,
      banner: { js: REQUIRE },
      plugins: [withConfig(config)],
    }),
    build({ ...shared, entryPoints: [RUNNER], outfile: runnerPath }),
  ]);
  return { path, runnerPath, remove: () => rm(folder, { recursive: true, force: true }) };
}

const withConfig = (config: BridgeConfig): Plugin => ({
  name: 'configuration-of-the-test',
  setup(build) {
    // By what is loaded and not by how it is imported: the one file, however it is written.
    build.onLoad({ filter: /[\\/]bridge\.config\.ts$/ }, ({ path }) =>
      path === join(ROOT, 'bridge.config.ts')
        ? { contents: `export default ${JSON.stringify(config)};`, loader: 'js' }
        : undefined,
    );
  },
});
