import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { commitHere, recordRun } from '../../evidence/record.ts';
import { commitsOf, evidenceOf, openKillLog, stillAlive } from './kill-log.ts';
import type { KillHistory } from './play-kills.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Git does not see it. */
const LOG = join(ROOT, '.data/kills.jsonl');
const HISTORY = join(import.meta.dirname, 'one-history.ts');
/** How long every process dies in a history. */
const MINUTES = 30;
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
  if (isAnew) rmSync(LOG, { force: true });
  const log = openKillLog(LOG);
  const commit = commitHere();
  const startedMs = performance.now();
  const before = killsOf(log.all);
  const children = new Set<ChildProcess>();
  let next = Math.max(seed, ...log.all.map((one) => one.seed + 1));
  let stopped = false;
  let broken = 0;
  const stop = () => {
    stopped = true;
    for (const child of children) child.kill('SIGKILL');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

  async function playOn(): Promise<void> {
    while (!stopped && killsOf(log.all) < kills) {
      const played = await playOne(next++, stillAlive(log.all), children);
      if (played === null) {
        if (!stopped) say('a history ended without a result');
        if (++broken === MOST_BROKEN) stop();
        continue;
      }
      log.add({ ...played, commit });
      const done = killsOf(log.all);
      const seconds = (performance.now() - startedMs) / 1_000;
      say(
        `seed ${played.seed}: ${played.kills} kills, ${done.toLocaleString('en')} in all, ${((done - before) / seconds).toFixed(2)} a second`,
      );
      if (isWritten)
        recordRun(
          'kills',
          evidenceOf(log.all, `npm run soak -- --kills ${done} --restart --seed ${seed}`),
          commitsOf(log.all),
        );
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, playOn));

  const { figures, wrong, failing = [] } = evidenceOf(log.all, '');
  say(JSON.stringify({ ...figures, ...wrong }));
  const alive = stillAlive(log.all);
  if (alive.length > 0) say(`nobody has died yet at: ${alive.join('; ')}`);
  for (const line of failing) say(`WRONG: ${line}`);
  return failing.length === 0 && broken === 0;
}

const killsOf = (all: readonly KillHistory[]): number => all.reduce((sum, one) => sum + one.kills, 0);

async function playOne(
  seed: number,
  wanted: readonly string[],
  children: Set<ChildProcess>,
): Promise<KillHistory | null> {
  const args = [HISTORY, String(seed), String(MINUTES), JSON.stringify(wanted)];
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
