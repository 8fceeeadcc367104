// `npm run check`: the type check, that of the package's declarations, and the linter, side by side. What each says is
// printed when all have ended. One checker does a third less work than the default's four, which check shared types again.
// It checks what has changed and what that reaches, in some seconds; with --whole, as in `npm test`, everything.
import { execFileSync, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { staleNow } from './browser/pictures.mjs';

const isWhole = process.argv.includes('--whole');
const inModules = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** The compiler remembers what it has checked. */
function types(name, ...args) {
  const memory = [
    '--incremental',
    '--tsBuildInfoFile',
    inModules(`.cache/posture-bridge/${name}.tsbuildinfo`),
  ];
  const tsc = [inModules('typescript-7/bin/tsc'), ...args, '--noEmit', '--checkers', '1'];
  return isWhole ? tsc : [...tsc, ...memory];
}

/** Files that are not as they are on main, also those that git does not have yet; null where git cannot say. */
function changedFiles() {
  const git = (...args) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const since = git('merge-base', 'HEAD', 'main').trim();
    const changed = git('diff', '--name-only', '--diff-filter=ACMR', since);
    return `${changed}${git('ls-files', '--others', '--exclude-standard')}`.split('\n').filter(Boolean);
  } catch {
    return null;
  }
}

function lint() {
  const biome = [inModules('@biomejs/biome/bin/biome'), 'check'];
  const files = isWhole ? null : changedFiles();
  if (files === null) return [biome];
  return files.length === 0 ? [] : [[...biome, '--no-errors-on-unmatched', ...files]];
}

const COMMANDS = [types('project'), types('package', '-p', 'cdk/package'), ...lint()];

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
