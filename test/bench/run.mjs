/** `npm run bench -- NAME [flags]`: runs one of the benches of this folder in a process of its own. */
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

const [name = '--help', ...flags] = process.argv.slice(2);
if (name === '--help') {
  const lines = Object.entries(BENCHES).map(([one, words]) => `  ${one.padEnd(10)} ${words}`);
  console.log(
    `Usage: npm run bench -- NAME [flags]\n\n${lines.join('\n')}\n\nEach says with --help what flags it takes.`,
  );
} else if (Object.hasOwn(BENCHES, name)) {
  const file = join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', '--import', 'tsx', file, ...flags], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} else {
  console.error(`There is no bench ${name}. There are ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
}
