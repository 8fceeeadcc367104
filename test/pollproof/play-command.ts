import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Grade, gradeOf } from './grade.ts';
import { isThinned } from './play.ts';
import type { Scenario } from './scenario.ts';
import { serve } from './serve.ts';
import { createStage, DRIVEN, type Pace } from './stage.ts';

const START = Date.UTC(2026, 10, 16, 9);
const LONGEST_MS = 60_000;
/** What a request takes, as the API's clock sees it. */
const REQUEST_MS = 20;

/**
 * Plays a scenario with a poller in any language, in driven time: a run of the command is a poll. It finds the API in
 * `POLLPROOF_URL`, the time in `POLLPROOF_NOW`, and a folder that stays in `POLLPROOF_STATE`.
 */
export async function playCommand(
  command: string,
  scenario: Scenario,
  seed: number,
  pace: Pace = DRIVEN,
): Promise<Grade> {
  let nowMs = START;
  const stage = createStage(scenario, seed, pace, () => nowMs);
  const children = new Map<number, ChildProcess>();
  const kill = (slot: number) => killGroup(children.get(slot));
  const served = await serve(() => {
    nowMs += REQUEST_MS;
    return stage;
  }, kill);
  const state = mkdtempSync(join(tmpdir(), 'pollproof-'));

  const run = (slot: number): Promise<void> =>
    new Promise((resolve) => {
      const ahead = (scenario.pollerAhead ?? 0) * pace.minuteMs;
      const child = spawn(command, {
        shell: true,
        detached: true,
        stdio: ['ignore', 'ignore', 'ignore'],
        env: {
          ...process.env,
          POLLPROOF_URL: served.urlFor(slot),
          POLLPROOF_LIST: stage.feed,
          POLLPROOF_NOW: new Date(nowMs + ahead).toISOString(),
          POLLPROOF_STATE: state,
        },
      });
      children.set(slot, child);
      const timer = setTimeout(() => killGroup(child), LONGEST_MS);
      child.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  const waiting = [...stage.happenings];
  try {
    for (let minute = 0; minute < stage.endsAt; minute++) {
      nowMs = Math.max(nowMs, START + minute * pace.minuteMs + 1_000);
      for (let next = waiting[0]; next && START + next.at * pace.minuteMs <= nowMs; next = waiting[0]) {
        stage.happen(next);
        waiting.shift();
      }
      if (stage.isPaused() || isThinned(stage, minute)) continue;
      const slots = Array.from({ length: scenario.pollers ?? 1 }, (_, slot) => slot);
      await Promise.all(slots.map(run));
    }
  } finally {
    served.close();
    rmSync(state, { recursive: true, force: true });
  }
  return gradeOf(stage);
}

/** With everything that the shell started. */
function killGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It had ended by itself.
  }
}
