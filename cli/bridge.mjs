#!/usr/bin/env node
/** The entry point: plain JavaScript, so that even with an old Node or without `npm ci` people get a sentence. */
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 11)) {
  fail(`posture-bridge needs Node 20.11 or newer, and this is ${process.version}.`);
} else if (!existsSync(new URL('./main.ts', import.meta.url))) {
  // The package has no sources, only what was built from them.
  await import(new URL('../dist/cli/posture-bridge.mjs', import.meta.url));
} else {
  const { bundledCommand } = await import('./clone/bundle-command.mjs');
  const bundle = await bundledCommand().catch(() => null);
  // Where no bundle can be made, or kept, the sources say why, or run more slowly.
  const started = bundle === null ? import('tsx').then(() => import('./main.ts')) : import(bundle);
  await started.catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const [, name = 'one'] = /Cannot find package '([^']+)'/.exec(error.message) || [];
    fail(`Packages are missing (${name}). Run npm ci and try again.`);
  });
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
