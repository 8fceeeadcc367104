import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Record<string, string>;
}

const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

const LOOK_MS = 250;
/** Whoever holds the lock for longer has died. */
const LONGEST_MS = 300_000;

/** Two test files that install into one folder at the same time destroy each other's work. */
function alone(folder: string, work: () => void): void {
  const lock = join(folder, '.installing');
  while (!hasMade(lock)) {
    const heldMs = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (heldMs > LONGEST_MS)
      throw new Error(`Nobody installs any more, but ${lock} is still there. Remove it.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
  try {
    work();
  } finally {
    rmdirSync(lock);
  }
}

function hasMade(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Installs the SDKs that `test/bench/package.json` pins, unless they are there. Only this bench and `test:full` need them, and
 * they are a quarter as large as everything else together.
 */
export function installPeers(folder: string = import.meta.dirname): void {
  if (missingIn(folder).length > 0) alone(folder, () => install(folder));
}

function missingIn(folder: string): readonly string[] {
  return Object.entries(read(join(folder, 'package.json')).dependencies ?? {})
    .filter(([name, version]) => {
      const manifest = join(folder, 'node_modules', name, 'package.json');
      return !existsSync(manifest) || read(manifest).version !== version;
    })
    .map(([name, version]) => `${name}@${version}`);
}

function install(folder: string): void {
  // Another may have done it while this one waited.
  const missing = missingIn(folder);
  if (missing.length === 0) return;
  const names = missing.join(', ');
  console.log(`Installing what the bench measures against: ${names}`);
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund'];
  const { status, error } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status === 0) return;
  const reason = error?.message ?? `npm ci ended with ${status}`;
  throw new Error(`The bench could not install ${names} (${reason}). It needs the npm registry once.`);
}
