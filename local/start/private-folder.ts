import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

const FOLDER = 0o700;
const FILE = 0o600;
/** What a bridge stores: rows (LevelDB's files), queues, the world of the stand-ins, and the operator's key. */
const OURS =
  /^(CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(ldb|log|sst|dbtmp)|queues\.journal(\.new)?|inserts\.json(\.new)?|aws-config)$/;
const WORLD = 'world';

/**
 * A folder that only this user can read, because it contains cases, names and keys. An existing folder is restricted,
 * with what a bridge stored there. Other files in it are not ours to restrict.
 */
export async function makePrivate(folder: string, user = process.getuid?.()): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER });
  const { mode, uid } = await stat(folder);
  // Root may write there, but the owner could read and replace everything that it writes.
  if (user !== undefined && uid !== user) {
    throw new StartError(
      `The folder ${folder} belongs to another user (uid ${uid}; you are ${user}), who could read and change what is kept there. Choose one of your own with --data, or run as that user.`,
    );
  }
  const names = await readdir(folder);
  for (const name of names.filter((one) => OURS.test(one))) await checkFile(join(folder, name));
  const isOpen = (mode & 0o077) !== 0;
  const isForeign = names.length > 0 && !names.some((name) => name === WORLD || OURS.test(name));
  if (isOpen && isForeign) {
    throw new StartError(
      `The folder ${folder} holds other things, and others on this machine can look into it. Choose an empty one with --data, or close it with chmod 700.`,
    );
  }
  if (isOpen) await chmod(folder, FOLDER);
  await Promise.all(names.filter((name) => OURS.test(name)).map((name) => closeFile(join(folder, name))));
  if (names.includes(WORLD)) await closeWorld(join(folder, WORLD));
}

async function closeWorld(folder: string): Promise<void> {
  if (!(await lstat(folder)).isDirectory()) return;
  await chmod(folder, FOLDER);
  const notebooks = (await readdir(folder)).filter((name) => /\.jsonl(\.new)?$/.test(name));
  for (const name of notebooks) await checkFile(join(folder, name));
  await Promise.all(notebooks.map((name) => closeFile(join(folder, name))));
}

/** Reading from a pipe would wait for ever. */
async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found || found.isFile()) return;
  throw new StartError(
    `${path} is no file, and so nothing that a bridge has kept. Take it away, or choose another folder with --data.`,
  );
}

/** Not through a link, which may lead to something that is not ours. */
async function closeFile(path: string): Promise<void> {
  if ((await lstat(path)).isFile()) await chmod(path, FILE);
}
