import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepBuilt } from '../../../cdk/keep-built.ts';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/** Builds one file of one source, and counts how often. */
async function workshop() {
  const folder = await mkdtemp(join(tmpdir(), 'keep-built-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [source, place] = [join(folder, 'source.ts'), join(folder, 'cache')];
  let builds = 0;
  const change = async (text: string, at = LONG_AGO) => {
    await writeFile(source, text);
    await utimes(source, at, at);
  };
  await change('one');
  const files = () =>
    keepBuilt(place, async () => {
      builds++;
      return { files: { 'out.mjs': await readFile(source), 'out.map': new Uint8Array() }, inputs: [source] };
    });
  const out = async () => Buffer.from((await files())['out.mjs'] ?? []).toString();
  return { folder, source, place, change, out, builds: () => builds };
}

it('builds once what does not change', async () => {
  const { out, builds } = await workshop();
  expect([await out(), await out(), builds()]).toEqual(['one', 'one', 1]);
});

it('builds again what is longer, or as long and changed later, and keeps only that', async () => {
  const { place, change, out, builds } = await workshop();
  await out();
  await change('three');
  expect(await out()).toBe('three');
  await change('seven', new Date(LONG_AGO.getTime() + 1));
  expect([await out(), await out(), builds()]).toEqual(['seven', 'seven', 3]);
  expect(await readdir(place)).toHaveLength(2);
});

it('keeps nothing of a source that was changed while it was built', async () => {
  const { change, out, builds } = await workshop();
  await change('one', new Date(Date.now() + 60_000));
  expect([await out(), await out(), builds()]).toEqual(['one', 'one', 2]);
});

it('builds again where a source or what was kept is gone or broken', async () => {
  const { source, place, change, out, builds } = await workshop();
  await out();
  const [folder = ''] = (await readdir(place)).filter((name) => name !== 'kept.json');
  await rm(join(place, folder, 'out.mjs'));
  expect([await out(), builds()]).toEqual(['one', 2]);
  await writeFile(join(place, 'kept.json'), '{');
  expect([await out(), builds()]).toEqual(['one', 3]);
  const [third = ''] = (await readdir(place)).filter((name) => name !== 'kept.json');
  // As after a power cut.
  await writeFile(join(place, third, 'out.mjs'), '');
  expect([await out(), builds()]).toEqual(['one', 4]);
  await rm(source);
  await expect(out()).rejects.toThrow('ENOENT');
  await change('back');
  expect(await out()).toBe('back');
});

it('hands over what it built where nothing can be kept, or a part of it is gone already', async () => {
  const { folder, place, out } = await workshop();
  const gone = { files: { a: new Uint8Array([1]) }, inputs: [join(folder, 'gone.ts')] };
  expect(await keepBuilt(join(folder, 'other'), async () => gone)).toEqual(gone.files);
  await writeFile(place, 'a file in the place of the folder');
  expect(await out()).toBe('one');
});
