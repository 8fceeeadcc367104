// `npm run check`: the type check, that of the package's declarations, and the linter, side by side. What each says is
// printed when all have ended. One checker does a third less work than the default's four, which check shared types anew.
// The compiler remembers what it has checked, and checks again what has changed and what that reaches; CI has no memory.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { staleNow } from './browser/pictures.mjs';

const inModules = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const TSC = inModules('typescript-7/bin/tsc');
const typesOf = (name, ...args) => {
  const memory = inModules(`.cache/posture-bridge/${name}.tsbuildinfo`);
  return [TSC, ...args, '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', memory];
};
const COMMANDS = [
  typesOf('project'),
  typesOf('package', '-p', 'cdk/package'),
  [inModules('@biomejs/biome/bin/biome'), 'check'],
];

const codes = await Promise.all(
  COMMANDS.map(async (args) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const code = new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)));
    const said = await Promise.all([text(child.stdout), text(child.stderr)]);
    process.stdout.write(said.join(''));
    return code;
  }),
);
// Only said: a word that changes need not wait for a picture.
const stale = staleNow(Boolean(process.env.GITHUB_ACTIONS));
if (stale) console.log(stale);
process.exitCode = Math.max(...codes);
