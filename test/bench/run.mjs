/** `npm run bench`: all benches of this folder one after the other; `-- NAME [flags]` runs one of them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHES = {
  action:
    'bundle, load and answer of the action function next to @slack/bolt, botbuilder and @microsoft/teams.apps',
  cases: 'the page of a shift over 10,000 open cases: first paint, next page, requests',
  console: "the console's page left open at five cases a second; --storm for 200 at once",
  feed: 'items a second, requests, AWS calls and memory of the feeds',
  flood: 'how long clicks wait for their answer while strangers send 500 unsigned requests a second',
  functions: 'the processor time and the memory of each function',
  latency:
    'from a new case to its message, and from a click to its answer and the recorded verdict, in 45 minutes',
  lifecycle: 'what following 10 to 10,000 open cases takes; --quick for less of it',
  posture: 'the client next to bare fetch and JSON.parse, and its memory',
  start: 'how long npm start takes, its memory and its CPU',
  urgent: 'how long a critical case takes to Slack and Teams, quiet and busy; --quick for less of it',
  webhook: 'events a second to 1,000 endpoints, also while 100 of them hang',
};

const run = (file, flags) => {
  const args = ['--expose-gc', '--import', 'tsx', join(import.meta.dirname, file), ...flags];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
};

const [name = '', ...flags] = process.argv.slice(2);
const unknown = (name === '--only' ? flags : [name]).find(
  (one) => !/^$|^--help$/.test(one) && !Object.hasOwn(BENCHES, one),
);
if (name === '--help') {
  const lines = Object.entries(BENCHES).map(([one, words]) => `  ${one.padEnd(10)} ${words}`);
  console.log(
    `Usage: npm run bench [-- NAME [flags]]

Runs all of them one after the other, and writes docs/benchmarks.md; with --only NAME ... some of them.

${lines.join('\n')}

Each says with --help what flags it takes.`,
  );
} else if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}. There are ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
} else if (name === '' || name === '--only') run('run-all.ts', name === '' ? Object.keys(BENCHES) : flags);
else run(`${name}.ts`, flags);
