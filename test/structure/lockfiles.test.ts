import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Lockfile {
  readonly packages: Record<
    string,
    { resolved?: string; integrity?: string; inBundle?: boolean; hasInstallScript?: boolean }
  >;
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const packagesIn = (folder: string) =>
  Object.entries(readJson<Lockfile>(`${folder}package-lock.json`).packages);

describe.each(['', 'test/bench/', 'test/pollproof/'])('%spackage-lock.json', (folder) => {
  it('names no registry, so that each machine installs from its own', () => {
    const withAddress = packagesIn(folder).filter(([, { resolved }]) => resolved !== undefined);
    expect(withAddress.map(([path]) => path)).toEqual([]);
  });

  it('has the hash of every package, but for those inside the package of another', () => {
    const unhashed = packagesIn(folder).filter(([path, { integrity }]) => path && !integrity);
    expect(unhashed.filter(([, { inBundle }]) => !inBundle)).toEqual([]);
    // docs/security.md says why.
    const bundlers = new Set(
      unhashed.map(([path]) => path.replace(/^node_modules\/(.+?)\/node_modules\/.*$/, '$1')),
    );
    const isKnown = (name: string) => name === 'aws-cdk-lib' || name.startsWith('@aws-cdk/');
    expect([...bundlers].filter((name) => !isKnown(name))).toEqual([]);
  });

  it('brings no install script that nobody has judged', () => {
    const { allowScripts = {} } = readJson<{ allowScripts?: object }>(`${folder}package.json`);
    const scripts = packagesIn(folder).filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = scripts.map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});

it.each(readdirSync('.github/workflows'))('%s runs only actions that are named by their commit', (file) => {
  const text = readFileSync(`.github/workflows/${file}`, 'utf8');
  const used = [...text.matchAll(/uses: (.+)$/gm)].map((match) => match[1] ?? '');
  expect(used).not.toEqual([]);
  expect(used.filter((one) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one))).toEqual([]);
});
