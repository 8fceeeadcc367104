import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { synthBridge } from '../../cdk/synth-bridge.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { readAssembly } from '../../local/cloud/assembly.ts';
import { isObject } from '../../local/cloud/json.ts';
import type { LocalCloud } from '../../local/cloud/local-cloud.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** From one function to the next. */
const LONGEST_PAUSE_MS = 4_000;
const run = promisify(execFile);

/** What can be deployed: where the code of each function is, by its logical id. */
export type Version = ReadonlyMap<string, string>;

/** As it runs at the start. */
export const currentVersion = ({ functions }: LocalCloud): Version =>
  new Map(functions.map(({ settings }) => [settings.logicalId, settings.bundleDir]));

/** Other versions of what runs, in a folder that goes away with `close`. */
export async function openVersions() {
  const folder = await mkdtemp(join(tmpdir(), 'soak-versions-'));
  return {
    /** The same code with another configuration. */
    async withConfig(config: BridgeConfig): Promise<Version> {
      const outdir = join(folder, 'configured');
      await synthBridge({ config, outdir });
      return readVersion(outdir);
    },
    /** The code of an older commit, with the packages of today. */
    async ofCommit(commit: string, config: BridgeConfig): Promise<Version> {
      const [source, outdir] = [join(folder, 'source'), join(folder, 'older')];
      await mkdir(source);
      await run('git', ['archive', '--format=tar', `--output=${source}.tar`, commit], { cwd: ROOT });
      await run('tar', ['-xf', `${source}.tar`, '-C', source]);
      await symlink(join(ROOT, 'node_modules'), join(source, 'node_modules'));
      const script = [
        `import { synthBridge } from './cdk/synth-bridge.ts';`,
        `await synthBridge({ config: ${JSON.stringify(config)}, outdir: ${JSON.stringify(outdir)} });`,
        'process.exit(0);',
      ];
      await writeFile(join(source, 'synth-older.ts'), script.join('\n'));
      await run(process.execPath, ['--import', 'tsx', 'synth-older.ts'], { cwd: source });
      return readVersion(outdir);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function readVersion(assemblyDir: string): Promise<Version> {
  const { template, assetDirs } = await readAssembly(assemblyDir);
  const folders = Object.entries(isObject(template.Resources) ? template.Resources : {}).flatMap(
    ([logicalId, one]) => {
      const properties = isObject(one) && one.Type === 'AWS::Lambda::Function' ? one.Properties : null;
      const code = isObject(properties) ? properties.Code : null;
      const dir = isObject(code) ? assetDirs.get(String(code.S3Key)) : undefined;
      return dir === undefined ? [] : [[logicalId, dir] as const];
    },
  );
  return new Map(folders);
}

/** Replaces the functions one by one in any order. One that the version does not have stays as it is. */
export async function deploy(
  { functions }: LocalCloud,
  version: Version,
  random: () => number,
): Promise<void> {
  const shuffled = functions.map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
  for (const [, one] of shuffled) {
    const dir = version.get(one.settings.logicalId);
    if (dir !== undefined) one.updateCode(dir);
    await sleep(random() * LONGEST_PAUSE_MS);
  }
}

/** The configuration without this lane: as it was before its destinations were added. */
export function withoutLane(config: BridgeConfig, lane: string): BridgeConfig {
  const destinations = Object.entries(config.destinations).filter(([name]) => !name.startsWith(`${lane}-`));
  const routes = config.routes.filter(({ name }) => name !== lane);
  return { ...config, destinations: Object.fromEntries(destinations), routes };
}
