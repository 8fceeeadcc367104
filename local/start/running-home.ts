import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homesFolder, type LocalHome } from '../../lib/config/file/local-home.ts';
import { makePrivate } from './private-folder.ts';

/** Notes where this bridge is, for `posture-bridge ... --local`. Returns a function that removes the note. */
export async function noteHome(
  home: Omit<LocalHome, 'pid' | 'startedAt'>,
  now: () => number,
): Promise<() => Promise<void>> {
  const folder = homesFolder(tmpdir(), process.getuid?.());
  await makePrivate(folder);
  const file = join(folder, `${process.pid}.json`);
  const note: LocalHome = { pid: process.pid, startedAt: new Date(now()).toISOString(), ...home };
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(note)}\n`, { mode: 0o600, flag: 'wx' });
  return () => rm(file, { force: true });
}
