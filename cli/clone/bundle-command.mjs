/**
 * In a clone there is nothing built, and compiling the sources of a program each time takes seconds. They are bundled once, and
 * again when one of them has changed. Plain JavaScript: this runs before anything can read TypeScript.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atItsPlace } from './at-its-place.mjs';

const CLONE = fileURLToPath(new URL('../../', import.meta.url));
/** What reads the configuration in the sources, and what reads it for the bundle. */
const READS_SOURCES = join(CLONE, 'lib', 'config', 'file', 'import-module.ts');
const READS_BUNDLED = fileURLToPath(new URL('import-module.mjs', import.meta.url));
const MAKES_IT = ['bundle-command.mjs', 'at-its-place.mjs'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
/** By its name. These stay packages: they come with programs or files of their own. */
const PROGRAMS = {
  command: { entry: 'cli/main.ts', packages: ['esbuild', 'tsx', 'jiti'] },
  start: {
    entry: 'local/start.ts',
    packages: ['esbuild', 'tsx', 'jiti', 'aws-cdk-lib', 'constructs', 'dynalite'],
  },
};
const KEPT_MS = 86_400_000;

/** Where the bundle of the command is; made first if there is none of these sources. */
export const bundledCommand = (root = CLONE) => bundled('command', root);

/** The same of `npm start`. */
export const bundledStart = (root = CLONE) => bundled('start', root);

async function bundled(name, root) {
  // By the clone: several may share their packages.
  const clone = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const cache = join(root, 'node_modules', '.cache', 'posture-bridge', clone);
  const index = join(cache, `${name}.json`);
  const found = read(index);
  if (found && existsSync(found.main) && found.inputs.every(isUnchanged))
    return pathToFileURL(found.main).href;
  const startedMs = Date.now();
  const folder = join(cache, `${name}-${startedMs}-${process.pid}`);
  const inputs = await bundle(PROGRAMS[name], root, folder);
  const made = { main: join(folder, 'main.mjs'), inputs };
  // A source that was changed meanwhile may be in the bundle as it was before: the next run bundles again.
  if (inputs.every(([, changedMs]) => changedMs < startedMs)) {
    writeFileSync(`${folder}.json`, JSON.stringify(made));
    renameSync(`${folder}.json`, index);
  }
  forgetOld(cache, startedMs);
  return pathToFileURL(made.main).href;
}

/** Each with when it was changed and how long it is. */
async function bundle({ entry, packages }, root, folder) {
  const { build, stop } = await import('esbuild');
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: entry, 'define-bridge': 'lib/config/define-bridge.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // One file for each command, so that only what is asked for is loaded.
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: packages,
    // The SDK's CommonJS parts `require` Node's own modules, and an ES module has no `require`.
    banner: {
      js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);",
    },
    define: { DEFINE_BRIDGE: JSON.stringify(join(root, 'lib', 'config', 'define-bridge.ts')) },
    metafile: true,
    plugins: [readConfigFast, atItsPlace],
    logLevel: 'silent',
  });
  await stop();
  const sources = Object.keys(metafile.inputs).map((path) => join(root, path));
  const settings = ['package-lock.json', 'tsconfig.json'].map((name) => join(root, name));
  return [...sources, ...MAKES_IT, ...settings.filter((path) => existsSync(path))].map(describe);
}

const readConfigFast = {
  name: 'read the configuration fast',
  setup({ onResolve }) {
    onResolve({ filter: /\/import-module\.ts$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === READS_SOURCES ? { path: READS_BUNDLED } : undefined,
    );
  },
};

function describe(path) {
  const { mtimeMs, size } = statSync(path);
  return [path, mtimeMs, size];
}

function isUnchanged([path, changedMs, length]) {
  const now = statSync(path, { throwIfNoEntry: false });
  return now?.mtimeMs === changedMs && now.size === length;
}

function read(index) {
  try {
    return JSON.parse(readFileSync(index, 'utf8'));
  } catch {
    return null;
  }
}

/** A program that still runs may load a part of an older bundle: those of the last day stay. */
function forgetOld(cache, nowMs) {
  for (const name of readdirSync(cache)) {
    const [, atMs] = /^(?:command|start)-(\d+)-/.exec(name) ?? [];
    if (atMs && nowMs - Number(atMs) > KEPT_MS) rmSync(join(cache, name), { recursive: true, force: true });
  }
}
