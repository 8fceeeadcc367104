import { Buffer } from 'node:buffer';
import { watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildFailure, Message } from 'esbuild';
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

/** What functions are made of. */
const SOURCES = ['functions', 'lib'];
/** An editor writes a file in several steps, and a checkout many files. */
const SOON_MS = 100;

/** Bundles the functions again whenever one of their sources changes. Resolves to what ends it. */
export async function watchFunctions(
  config: BridgeConfig,
  folder: string,
  watcher: Watcher,
): Promise<() => Promise<void>> {
  const { context } = await import('esbuild');
  const options = bundling();
  const bundler = await context({ ...options, logLevel: 'silent' });
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
  const bundle = () =>
    bundler
      .rebuild()
      .then((built) => take(bundlesIn(built)))
      .catch((error: Partial<BuildFailure>) =>
        watcher.failed(error.errors?.map(sentenceOf) ?? [String(error)]),
      );
  // Once now, so that the first change takes no longer than the others.
  let working = bundle();
  let timer: NodeJS.Timeout | undefined;
  const watching = SOURCES.map((path) =>
    watch(join(options.absWorkingDir, path), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        working = working.then(bundle);
      }, SOON_MS);
    }),
  );
  return async () => {
    for (const one of watching) one.close();
    clearTimeout(timer);
    await working;
    await bundler.dispose();
  };
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
