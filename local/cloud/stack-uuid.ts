import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What AWS generates when it creates a stack, and nobody else can guess. With a folder it is the same in every run, as it
 * is for the life of a stack: chats know an address that contains it.
 */
export async function stackUuidIn(dataDir: string | undefined): Promise<string> {
  if (dataDir === undefined) return randomUUID();
  const file = join(dataDir, 'stack-id');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (UUID.test(kept)) return kept;
  const drawn = randomUUID();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, `${drawn}\n`, { mode: 0o600 });
  return drawn;
}
