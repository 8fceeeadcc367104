import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Built {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** The absolute paths of all that it was made of. */
  readonly inputs: readonly string[];
}

/** When a file was changed, and how long it is. */
type Look = readonly [path: string, changedMs: number, length: number];

interface Kept {
  readonly folder: string;
  /** By their names: what each of them hashes to. After a power cut a file may be there and empty. */
  readonly files: Readonly<Record<string, string>>;
  readonly inputs: readonly Look[];
}

/** Where a clone keeps what it built. By the clone: several may share their packages. */
export function placeToKeep(root: string, name: string): string {
  const clone = createHash('sha256').update(root).digest('hex').slice(0, 12);
  return join(root, 'node_modules', '.cache', 'posture-bridge', clone, name);
}

/** What was built before and kept in `place`, as long as nothing has changed of what it is made of; built and kept otherwise. */
export async function keepBuilt(place: string, build: () => Promise<Built>): Promise<Built['files']> {
  const found = await readKept(place).catch(() => null);
  if (found) return found;
  const startedMs = Date.now();
  const { files, inputs } = await build();
  // A disk that is full or read-only is no reason not to start.
  await keep(place, { files, inputs }, startedMs).catch(() => {});
  return files;
}

async function readKept(place: string): Promise<Built['files'] | null> {
  const { folder, files, inputs }: Kept = JSON.parse(await readFile(join(place, 'kept.json'), 'utf8'));
  const looks = await Promise.all(inputs.map(([path]) => lookAt(path)));
  const isSame = inputs.every(([, changedMs, length], index) => {
    const [, changedNowMs, lengthNow] = looks[index] as Look;
    return changedMs === changedNowMs && length === lengthNow;
  });
  if (!isSame) return null;
  const read = await Promise.all(
    Object.keys(files).map(async (name) => [name, await readFile(join(place, folder, name))] as const),
  );
  return read.every(([name, bytes]) => files[name] === hashOf(bytes)) ? Object.fromEntries(read) : null;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function lookAt(path: string): Promise<Look> {
  const { mtimeMs, size } = await stat(path);
  return [path, mtimeMs, size];
}

async function keep(place: string, { files, inputs: paths }: Built, startedMs: number): Promise<void> {
  const inputs = await Promise.all(paths.map(lookAt));
  // What was changed meanwhile may be in there as it was before.
  if (inputs.some(([, changedMs]) => changedMs >= startedMs)) return;
  const folder = `${startedMs}-${process.pid}`;
  await mkdir(join(place, folder), { recursive: true });
  await Promise.all(
    Object.entries(files).map(([name, bytes]) => writeFile(join(place, folder, name), bytes)),
  );
  const hashes = Object.entries(files).map(([name, bytes]) => [name, hashOf(bytes)]);
  const kept: Kept = { folder, files: Object.fromEntries(hashes), inputs };
  await writeFile(join(place, folder, 'kept.json'), JSON.stringify(kept));
  await rename(join(place, folder, 'kept.json'), join(place, 'kept.json'));
  // Whoever reads an older one just now builds it again.
  for (const name of await readdir(place))
    if (name !== 'kept.json' && name !== folder)
      await rm(join(place, name), { recursive: true, force: true });
}
