import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { commitHere, recordRun } from '../../evidence/record.ts';
import {
  commitsOf,
  evidenceOf,
  rarest,
  readTally,
  stillAlive,
  withHistory,
  withoutResult,
  writeTally,
} from './kill-tally.ts';
import type { KillHistory } from './play-kills.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Written beside the other records, it goes on in every clone; otherwise where Git does not see it. */
const KEPT = join(ROOT, 'test/evidence/records/kills-played.json');
const PASSING = join(ROOT, '.data/kills-played.json');
const HISTORY = join(import.meta.dirname, 'one-history.ts');
/** How long everything dies in a history, and every how many-th of them kills whole processes. */
const MINUTES = 240;
const MINUTES_WHOLE = 30;
const WHOLE_EVERY = 8;
/** A history takes some minutes; one that hangs is told like one that crashed. */
const LONGEST_MS = 3_600_000;
/** It is the command that does not work, then. */
const MOST_BROKEN = 5;

export interface KillOptions {
  readonly kills: number;
  /** Of the first history. */
  readonly seed: number;
  /** Forgets what was played before. */
  readonly isAnew: boolean;
  readonly isWritten: boolean;
  readonly say: (line: string) => void;
}

/** Plays histories with the next seeds until so many were killed, also in earlier runs. Whether all went well. */
export async function runKills({ kills, seed, isAnew, isWritten, say }: KillOptions): Promise<boolean> {
  const file = isWritten ? KEPT : PASSING;
  if (isAnew) rmSync(file, { force: true });
  let tally = readTally(file, seed);
  const commit = commitHere();
  const startedMs = performance.now();
  const before = tally.counted.kills;
  const children = new Set<ChildProcess>();
  let next = tally.nextSeed;
  let stopped = false;
  let broken = 0;
  const stop = () => {
    stopped = true;
    for (const child of children) child.kill('SIGKILL');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

  async function playOn(): Promise<void> {
    while (!stopped && tally.counted.kills < kills) {
      const isWhole = next % WHOLE_EVERY === 0;
      const minutes = isWhole ? MINUTES_WHOLE : MINUTES;
      const plan = { seed: next++, minutes, wanted: rarest(tally), isWhole };
      const played = await playOne(plan, children);
      if (played === null && stopped) return;
      tally = played ? withHistory(tally, played, commit) : withoutResult(tally, plan);
      writeTally(file, tally);
      if (isWritten) recordRun('kills', evidenceOf(tally), commitsOf(tally));
      if (played === null) {
        say(`seed ${plan.seed} ended without a result`);
        if (++broken === MOST_BROKEN) stop();
        continue;
      }
      const { lost, twice, verdictsTwice, withoutEnd } = played;
      for (const one of [...lost, ...twice, ...verdictsTwice, ...withoutEnd]) say(`WRONG: ${one}`);
      const done = tally.counted.kills;
      const seconds = (performance.now() - startedMs) / 1_000;
      say(
        `seed ${played.seed}: ${played.kills} kills, ${done.toLocaleString('en')} in all, ${((done - before) / seconds).toFixed(2)} a second`,
      );
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, playOn));

  const { figures, wrong, failing = [] } = evidenceOf(tally);
  say(JSON.stringify({ ...figures, ...wrong }));
  const alive = stillAlive(tally);
  if (alive.length > 0) say(`nobody has died yet at: ${alive.join('; ')}`);
  for (const line of failing) say(`WRONG: ${line}`);
  return failing.length === 0;
}

async function playOne(
  { seed, minutes, wanted, isWhole }: Pick<KillHistory, 'seed' | 'minutes' | 'wanted' | 'isWhole'>,
  children: Set<ChildProcess>,
): Promise<KillHistory | null> {
  const how = isWhole ? 'whole' : 'in-place';
  const args = [HISTORY, String(seed), String(minutes), JSON.stringify(wanted), how];
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  children.add(child);
  const said = await text(child.stdout);
  children.delete(child);
  try {
    return JSON.parse(said) as KillHistory;
  } catch {
    return null;
  }
}
