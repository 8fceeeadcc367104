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
const NODE = { platform: 'node', target: 'node20', format: 'esm', logLevel: 'warning' } as const;

export interface Bundle {
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** Our function as it is deployed, Bolt's, and what runs them. */
export async function makeSlackBundles(config: BridgeConfig) {
  const folder = await newFolder();
  const [{ action }, bolt, bare, runnerPath] = await Promise.all([
    bundleFunctions(config, folder),
    bundle('peers/bolt', folder),
    bundle('action-bare', folder),
    buildRunner(folder),
  ]);
  return {
    runnerPath,
    ours: await measure(action),
    bolt: await measure(bolt),
    bare: await measure(bare),
    remove: () => removeFolder(folder),
  };
}

/** Our way to verify and answer alone, the function as it is deployed, both SDKs, and what runs them. */
export async function makeTeamsBundles(config: BridgeConfig) {
  const folder = await newFolder();
  const [{ action }, ours, botbuilder, teamsApps, bare, runnerPath] = await Promise.all([
    bundleFunctions(config, folder),
    bundle('action-teams-ours', folder),
    bundle('peers/botbuilder', folder),
    bundle('peers/teams-apps', folder),
    bundle('action-rsa', folder),
    buildRunner(folder),
  ]);
  return {
    runnerPath,
    ours: await measure(ours),
    deployed: await measure(action),
    botbuilder: await measure(botbuilder),
    teamsApps: await measure(teamsApps),
    bare: await measure(bare),
    remove: () => removeFolder(folder),
  };
}

const newFolder = () => mkdtemp(join(tmpdir(), 'bench-action-'));
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

/** With the settings of `cdk/bundle-functions.ts`. */
async function bundle(name: string, folder: string): Promise<string> {
  const into = join(folder, name);
  await build({
    ...NODE,
    entryPoints: [here(`./${name}.ts`)],
    outfile: join(into, 'index.mjs'),
    bundle: true,
    minify: true,
    mainFields: ['module', 'main'],
    legalComments: 'none',
    banner: { js: REQUIRE },
  });
  return into;
}

async function buildRunner(folder: string): Promise<string> {
  const outfile = join(folder, 'runner.mjs');
  await build({ ...NODE, entryPoints: [here('./action-runner.ts')], outfile });
  return outfile;
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
