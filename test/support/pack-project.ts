import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Packed {
  readonly file: string;
  /** The paths in it. */
  readonly contents: readonly string[];
}

/** `npm pack` of this project, as `npm publish` would send it. */
export async function packProject(folder: string): Promise<Packed> {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: ROOT,
  });
  // npm prints what its scripts say before it.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  return {
    file: join(folder, packed.filename),
    contents: packed.files.map(({ path }: { path: string }) => path),
  };
}
