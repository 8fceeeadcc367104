/**
 * `npm run prepack`: builds into dist/ what the package contains besides its README: the construct, the configuration,
 * their types, the built functions, the command and the page of its console. `npm pack` runs it automatically.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleClient } from '../../console/bundle-client.ts';
import { print } from '../../lib/base/terminal.ts';
import { buildFunctions } from '../bundle-functions.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = join(ROOT, 'dist');

/** What others import or run: one file each, with all packages external. */
const ENTRIES = {
  'cdk/index': 'cdk/index.ts',
  'cdk/app': 'cdk/app.ts',
  'config/index': 'lib/config/define-bridge.ts',
  'cli/posture-bridge': 'cli/main.ts',
  'cli/cdk': 'cli/deploy/cdk.ts',
};

rmSync(DIST, { recursive: true, force: true });
const shared = {
  absWorkingDir: ROOT,
  outdir: DIST,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
} as const;
const entryPoints = Object.entries(ENTRIES).map(([out, file]) => ({ in: join(ROOT, file), out }));
await build({ ...shared, entryPoints });
mkdirSync(join(DIST, 'console'));
const { script, style } = await bundleClient();
writeFileSync(join(DIST, 'console', 'console.js'), script);
writeFileSync(join(DIST, 'console', 'console.css'), style);
mkdirSync(join(DIST, 'functions'));
for (const [name, code] of await buildFunctions())
  writeFileSync(join(DIST, 'functions', `${name}.mjs`), code);
writeTypes();
print('Built dist/.');
// esbuild leaves an idle process behind.
process.exit();

function writeTypes(): void {
  const compiler = dirname(createRequire(import.meta.url).resolve('typescript-7/package.json'));
  const project = join(ROOT, 'cdk', 'package');
  const args = [join(compiler, 'bin', 'tsc'), '-p', project];
  // The error contains what is wrong with the types.
  execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
}
