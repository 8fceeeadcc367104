import { Buffer } from 'node:buffer';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Message, Plugin } from 'esbuild';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { FunctionName } from '../lib/config/function-env.ts';
import { type Bundles, bundlesIn, bundling, theBundles } from './bundle-functions.ts';
import { CODE_FILE, CONFIG_FILE, configModule, functionsFor } from './function-folders.ts';

export interface Watcher {
  /** The code of a function is another one now, and stands in this folder. */
  changed(name: FunctionName, folder: string): void;
  /** The sources cannot be bundled as they are. What was bundled before still runs. */
  failed(problems: readonly string[]): void;
}

/** Bundles the functions again whenever one of their sources changes. Resolves to what ends it. */
export async function watchFunctions(
  config: BridgeConfig,
  folder: string,
  watcher: Watcher,
): Promise<() => Promise<void>> {
  const { context } = await import('esbuild');
  let last = await theBundles();
  let count = 0;
  async function take(next: Bundles): Promise<void> {
    const others = changedIn(last, next, functionsFor(config));
    last = next;
    for (const name of others) {
      // In a folder of its own: a run that has begun still reads the earlier one.
      const place = join(folder, `${name}-${++count}`);
      await mkdir(place, { recursive: true });
      await writeFile(join(place, CODE_FILE), next[name].code);
      await writeFile(join(place, CONFIG_FILE), configModule(config));
      watcher.changed(name, place);
    }
  }
  const told: Plugin = {
    name: 'tell',
    setup(build) {
      build.onEnd(async ({ errors, outputFiles, metafile }) => {
        if (errors.length > 0) watcher.failed(errors.map(sentenceOf));
        else if (outputFiles && metafile) await take(bundlesIn({ outputFiles, metafile }));
      });
    },
  };
  const options = bundling();
  const watching = await context({ ...options, plugins: [...options.plugins, told], logLevel: 'silent' });
  await watching.watch();
  return () => watching.dispose();
}

/** The functions whose code is another one. */
export const changedIn = (
  before: Pick<Bundles, FunctionName>,
  after: Pick<Bundles, FunctionName>,
  names: readonly FunctionName[],
): readonly FunctionName[] =>
  names.filter((name) => Buffer.compare(before[name].code, after[name].code) !== 0);

const sentenceOf = ({ text, location }: Pick<Message, 'text' | 'location'>): string =>
  location ? `${location.file}, line ${location.line}: ${text}` : text;
