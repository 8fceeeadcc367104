import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundleFunctions } from '../../cdk/bundle-functions.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

export interface Bundle {
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** Our function as it is deployed, Bolt's with the settings of `cdk/bundle-functions.ts`, and what runs them. */
export async function makeBundles(config: BridgeConfig) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-action-'));
  const node = { platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' } as const;
  const runnerPath = join(folder, 'runner.mjs');
  const [bolt, bare] = [join(folder, 'bolt'), join(folder, 'bare')];
  const [{ action }] = await Promise.all([
    bundleFunctions(config, folder),
    build({
      ...node,
      entryPoints: [here('./action-bolt.ts')],
      outfile: join(bolt, 'index.mjs'),
      bundle: true,
      minify: true,
      mainFields: ['module', 'main'],
      legalComments: 'none',
      banner: { js: REQUIRE },
    }),
    build({ ...node, entryPoints: [here('./action-bare.ts')], outfile: join(bare, 'index.mjs') }),
    build({ ...node, entryPoints: [here('./action-runner.ts')], outfile: runnerPath }),
  ]);
  return {
    runnerPath,
    ours: await measure(action),
    bolt: await measure(bolt),
    bare: await measure(bare),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** All that is deployed, each file for itself. */
async function measure(folder: string): Promise<Bundle> {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    path: join(folder, 'index.mjs'),
    bytes: sum(files.map((file) => file.length)),
    gzipBytes: sum(files.map((file) => gzipSync(file).length)),
  };
}
