import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundledCommand, bundledStart } from '../../../cli/clone/bundle-command.mjs';

/** A clone of a few lines. */
function writeClone() {
  const root = mkdtempSync(join(tmpdir(), 'clone-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    // As if it had been there for a while.
    utimesSync(file, new Date(2026, 0, 1), new Date(2026, 0, 1));
    return file;
  };
  write(
    'cli/main.ts',
    "import { word } from './word.ts';\nexport const said: string = word;\nexport const at = import.meta.url;",
  );
  const word = write('cli/word.ts', "export const word = 'one';");
  write('lib/config/define-bridge.ts', 'export const defineBridge = (input: object): object => input;');
  const said = async () => (await import(/* @vite-ignore */ await bundledCommand(root))).said as string;
  return { root, word, write, said };
}

describe('the command in a clone', () => {
  it('is bundled once, with sources that know where they were', async () => {
    const { root } = writeClone();
    const first = await bundledCommand(root);
    expect(await bundledCommand(root)).toBe(first);
    expect((await import(/* @vite-ignore */ first)).at).toBe(`file://${root}/cli/main.ts`);
  });

  it('is kept beside npm start, each with sources of its own', async () => {
    const { root, write } = writeClone();
    write('local/start.ts', "export const said: string = 'started';");
    const [command, start] = [await bundledCommand(root), await bundledStart(root)];
    expect((await import(/* @vite-ignore */ start)).said).toBe('started');
    write('local/start.ts', "export const said: string = 'started again';");
    expect((await import(/* @vite-ignore */ await bundledStart(root))).said).toBe('started again');
    expect(await bundledCommand(root)).toBe(command);
  });

  it('is bundled again when a source was changed, also if it is as long as before', async () => {
    const { word, write, said } = writeClone();
    expect(await said()).toBe('one');
    write('cli/word.ts', "export const word = 'three';");
    expect(await said()).toBe('three');
    write('cli/word.ts', "export const word = 'seven';");
    utimesSync(word, new Date(2026, 0, 2), new Date(2026, 0, 2));
    expect(await said()).toBe('seven');
  });

  it('is bundled again when a source is gone, and fails as its sources would', async () => {
    const { root, word } = writeClone();
    await bundledCommand(root);
    rmSync(word);
    await expect(bundledCommand(root)).rejects.toThrow(/word\.ts/);
  });

  it('is not kept when a source was changed while it was bundled', async () => {
    const { root, word } = writeClone();
    const soon = new Date(Date.now() + 60_000);
    utimesSync(word, soon, soon);
    expect(await bundledCommand(root)).not.toBe(await bundledCommand(root));
  });

  it('is bundled by several at once, each of which can run', async () => {
    const { root } = writeClone();
    const program = `
      import { bundledCommand, bundledStart } from ${JSON.stringify(pathToFileURL('cli/clone/bundle-command.mjs').href)};
      console.log((await import(await bundledCommand(process.argv[1]))).said);`;
    const run = () => promisify(execFile)('node', ['--input-type=module', '-e', program, root]);
    const ended = await Promise.all([run(), run()]);
    expect(ended.map(({ stdout }) => stdout)).toEqual(['one\n', 'one\n']);
  });
});
