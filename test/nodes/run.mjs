/**
 * `npm run nodes`: the quick suites, `npm start` and the whole way of the package on each Node that the package supports, with
 * Node's own binaries as npm has them. Arguments are the majors: `npm run nodes -- 22`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const ALL = ['20', '22', '24'];
const USAGE = `npm run nodes -- [MAJOR ...]
Runs the quick suites, npm start and the whole way of the package on each of these Nodes: ${ALL.join(', ')} unless given.`;

/** What is run on each, longest last. */
const RUNS = [
  {
    name: 'units',
    args: ['--project', 'unit', 'test/unit/base', 'test/unit/case', 'test/unit/config', 'test/unit/cli'],
  },
  { name: 'npm start', args: ['--project', 'system', 'test/system/start.test.ts'] },
  {
    name: 'the package, from init to destroy',
    args: ['--mode', 'full', '--project', 'system', 'test/system/getting-started.test.ts'],
  },
];

const asked = process.argv.slice(2);
if (asked.includes('--help')) {
  console.log(USAGE);
} else if (asked.some((one) => !ALL.includes(one))) {
  console.error(
    `${asked.find((one) => !ALL.includes(one))} is no Node that is tried: ${ALL.join(', ')}.\n${USAGE}`,
  );
  process.exitCode = 2;
} else {
  const rows = (asked.length > 0 ? asked : ALL).flatMap(tryOn);
  console.log(
    `\n${rows.map(({ node, name, seconds, well }) => `${well ? '✓' : '✗'} ${node} ${name}, ${seconds} s`).join('\n')}`,
  );
  process.exitCode = rows.every(({ well }) => well) ? 0 : 1;
}

function tryOn(major) {
  const bin = install(major);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const node = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout.trim();
  return RUNS.map(({ name, args }) => {
    console.log(`\n${node}: ${name}`);
    const began = Date.now();
    const { status } = spawnSync(
      'node',
      ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=2', ...args],
      {
        env,
        stdio: 'inherit',
      },
    );
    return { node, name, well: status === 0, seconds: Math.round((Date.now() - began) / 1000) };
  });
}

/** The folder of that Node's binary, which npm has for this kind of machine. */
function install(major) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(tmpdir(), `posture-bridge-node-${major}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  if (existsSync(bin)) return bin;
  mkdirSync(folder, { recursive: true });
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `${name}@${major}`,
  ];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm has no Node ${major} for this machine (${name})`);
  return bin;
}
