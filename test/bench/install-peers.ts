import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Record<string, string>;
}

const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;

/**
 * Installs the SDKs that `test/bench/package.json` pins, unless they are there. Only this bench and `test:full` need them, and
 * they are a quarter as large as everything else together.
 */
export function installPeers(folder: string = import.meta.dirname): void {
  const wanted = Object.entries(read(join(folder, 'package.json')).dependencies ?? {});
  const missing = wanted.filter(([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    return !existsSync(manifest) || read(manifest).version !== version;
  });
  if (missing.length === 0) return;

  const names = missing.map(([name, version]) => `${name}@${version}`).join(', ');
  console.log(`Installing what the bench measures against: ${names}`);
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund'];
  const { status, error } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status === 0) return;
  const reason = error?.message ?? `npm ci ended with ${status}`;
  throw new Error(`The bench could not install ${names} (${reason}). It needs the npm registry once.`);
}
