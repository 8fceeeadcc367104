import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change, RawTemplate } from './raw-template.ts';

export interface Variant {
  readonly dir: string;
  remove(): Promise<void>;
}

/** A cloud assembly with another template. The bundles are large and stay the same, so they are only linked. */
export async function writeVariant(assemblyDir: string, changes: readonly Change[]): Promise<Variant> {
  const dir = await mkdtemp(join(tmpdir(), 'posture-bridge-variant-'));
  for (const name of await readdir(assemblyDir)) {
    const from = join(assemblyDir, name);
    if (!name.endsWith('.template.json')) {
      await symlink(from, join(dir, name));
      continue;
    }
    const template = JSON.parse(await readFile(from, 'utf8')) as RawTemplate;
    for (const change of changes) change(template);
    await writeFile(join(dir, name), JSON.stringify(template));
  }
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
