import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Lockfile {
  readonly packages: Record<string, { resolved?: string; hasInstallScript?: boolean }>;
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const packagesIn = (folder: string) =>
  Object.entries(readJson<Lockfile>(`${folder}package-lock.json`).packages);

describe.each(['', 'test/bench/'])('%spackage-lock.json', (folder) => {
  it('names no registry, so that each machine installs from its own', () => {
    const withAddress = packagesIn(folder).filter(([, { resolved }]) => resolved !== undefined);
    expect(withAddress.map(([path]) => path)).toEqual([]);
  });

  it('brings no install script that nobody has judged', () => {
    const { allowScripts = {} } = readJson<{ allowScripts?: object }>(`${folder}package.json`);
    const scripts = packagesIn(folder).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripts.map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});
