import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleFunctions } from '../../../cdk/bundle-functions.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import type { FunctionName } from '../../../lib/config/function-env.ts';

const RUNNER = fileURLToPath(new URL('./function-runner.ts', import.meta.url));

export interface FunctionBundle {
  /** The bundle as it would be deployed. */
  readonly path: string;
  /** The script that stands in for Lambda. It is not part of the bundle. */
  readonly runnerPath: string;
  remove(): Promise<void>;
}

/** Bundles `functions/<name>.ts` as for a deployment, with this configuration in the place of the example. */
export async function bundleFunction(name: FunctionName, config: BridgeConfig): Promise<FunctionBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'posture-bridge-'));
  const runnerPath = join(folder, 'runner.mjs');
  const [folders] = await Promise.all([
    bundleFunctions(config, folder),
    build({
      entryPoints: [RUNNER],
      outfile: runnerPath,
      format: 'esm',
      target: 'node20',
      logLevel: 'warning',
    }),
  ]);
  return {
    path: join(folders[name], 'index.mjs'),
    runnerPath,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
