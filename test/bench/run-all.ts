/** `npm run bench`: all benches one after the other, and their ratios in docs/benchmarks.md. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commitHere } from '../evidence/record.ts';
import { type BenchRecord, type BenchRecords, benchmarksPage, benchmarksPlot } from './benchmarks-page.ts';
import type { Figure } from './report-figure.ts';

const ROOT = join(import.meta.dirname, '../..');
const RECORDS = join(import.meta.dirname, 'records');
/** Of its cores, before a bench begins. */
const QUIET_SHARE = 0.2;

export const readBenchRecords = (folder = RECORDS): BenchRecords =>
  new Map(
    (existsSync(folder) ? readdirSync(folder).sort() : []).map((name) => [
      basename(name, '.json'),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as BenchRecord,
    ]),
  );

/** How many cores others keep busy. The load average still counts the bench before. */
async function coresBusy(): Promise<number> {
  const idle = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const before = idle();
  await sleep(LOOK_MS);
  return Math.max(0, availableParallelism() - (idle() - before) / LOOK_MS);
}
const LOOK_MS = 3_000;

async function runAll(names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const commit = commitHere();
  const [{ model = '' } = {}] = cpus();
  const machine = `${availableParallelism()} cores ${[process.arch, model.trim()].filter((word) => word && word !== 'unknown').join(' ')}`;
  mkdirSync(RECORDS, { recursive: true });
  for (const name of names) {
    const busy = await coresBusy();
    const isQuiet = busy <= availableParallelism() * QUIET_SHARE;
    console.log(`\n${name}`);
    if (!isQuiet) console.log(`The machine is not quiet: others keep ${busy.toFixed(1)} cores busy.`);
    const file = join(folder, name);
    const env = { ...process.env, BENCH_FIGURES: file };
    const flags = ['--expose-gc', '--import', 'tsx', join(import.meta.dirname, `${name}.ts`)];
    const { status } = spawnSync(process.execPath, flags, { stdio: 'inherit', env, cwd: ROOT });
    if (status !== 0) {
      console.log(`${name} ended with ${status}: its last figures stay.`);
      process.exitCode = 1;
      continue;
    }
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const figures = lines.map((line) => JSON.parse(line) as Figure);
    if (figures.length === 0) continue;
    const day = new Date().toISOString().slice(0, 10);
    const record: BenchRecord = { figures, machine, node: process.versions.node, day, commit, isQuiet };
    writeFileSync(join(RECORDS, `${name}.json`), `${JSON.stringify(record)}\n`);
    // After each: together they take hours, and may be ended.
    const records = readBenchRecords();
    writeFileSync(join(ROOT, 'docs/benchmarks.md'), benchmarksPage(records));
    writeFileSync(join(ROOT, 'docs/images/benchmarks.svg'), benchmarksPlot(records));
  }
  rmSync(folder, { recursive: true });
  console.log('\nWritten: docs/benchmarks.md and docs/images/benchmarks.svg');
}

if (/bench\Wrun-all/.test(process.argv[1] ?? '')) await runAll(process.argv.slice(2));
