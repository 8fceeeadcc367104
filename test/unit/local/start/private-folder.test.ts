import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makePrivate } from '../../../../local/start/private-folder.ts';

function openFolder() {
  const root = mkdtempSync(join(tmpdir(), 'private-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'kept');
  /** Files that everybody can read, in a folder that everybody can look into. */
  const fill = (...names: string[]) => {
    mkdirSync(join(folder, 'world'), { recursive: true });
    for (const name of names) {
      writeFileSync(join(folder, name), 'x');
      chmodSync(join(folder, name), 0o644);
    }
    for (const one of [join(folder, 'world'), folder]) chmodSync(one, 0o755);
  };
  const rightsOf = (name = '') => (statSync(join(folder, name)).mode & 0o777).toString(8);
  return { root, folder, fill, rightsOf };
}

it('makes a folder that only this user can look into', async () => {
  const { folder, rightsOf } = openFolder();
  await makePrivate(folder);
  expect(rightsOf()).toBe('700');
});

it('refuses the folder of another user, also as root, and changes nothing in it', async () => {
  const { folder, fill, rightsOf } = openFolder();
  fill('CURRENT');
  const other = statSync(folder).uid + 1;
  await expect(makePrivate(folder, other)).rejects.toThrow(
    /^The folder \S+ belongs to another user \(uid \d+; you are \d+\), .* Choose one of your own with --data/,
  );
  expect([rightsOf(), rightsOf('CURRENT')]).toEqual(['755', '644']);
});

it('closes one from before, with all that a bridge kept there', async () => {
  const { folder, fill, rightsOf } = openFolder();
  const kept = [
    'CURRENT',
    'LOG.old',
    'MANIFEST-000004',
    '000005.log',
    '000007.ldb',
    'queues.journal',
    'inserts.json',
  ];
  const all = [...kept, 'aws-config', 'world/slack.jsonl'];
  fill(...all);
  await makePrivate(folder);
  expect(['', 'world', ...all].map(rightsOf)).toEqual(['700', '700', ...all.map(() => '600')]);
});

it('leaves what is not of a bridge as it is, and does not follow links', async () => {
  const { root, folder, fill, rightsOf } = openFolder();
  fill('CURRENT', 'notes.txt');
  writeFileSync(join(root, 'elsewhere'), 'x');
  chmodSync(join(root, 'elsewhere'), 0o644);
  symlinkSync(join(root, 'elsewhere'), join(folder, 'LOCK'));
  await makePrivate(folder);
  expect([rightsOf(), rightsOf('notes.txt'), rightsOf('LOCK')]).toEqual(['700', '644', '644']);
});

it('does not close a folder of other things, and says so; closed by its owner, it will do', async () => {
  const { root } = openFolder();
  const home = join(root, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'notes.txt'), 'x');
  chmodSync(home, 0o755);
  await expect(makePrivate(home)).rejects.toThrow(
    /holds other things.* Choose an empty one with --data, or close it with chmod 700\.$/,
  );
  expect(statSync(home).mode & 0o777).toBe(0o755);
  chmodSync(home, 0o700);
  await makePrivate(home);
});
