/** The entry point: plain JavaScript, so that even with an old Node or without `npm ci` people get a sentence. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 11)) {
  fail(`posture-bridge needs Node 20.11 or newer, and this is ${process.version}.`);
} else {
  const { bundledStart } = await import('../../cli/clone/bundle-command.mjs');
  const bundle = await bundledStart().catch(() => null);
  // Where no bundle can be made, or kept, the sources say why, or run more slowly.
  const started = bundle === null ? import('tsx').then(() => import('../start.ts')) : import(bundle);
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
