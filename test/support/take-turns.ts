import { readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

// Whole stacks and browsers run one at a time, beside the many short tests: a link that holds the id of the process
// whose turn it is. All workers of a run have one parent.
const TURN = join(tmpdir(), `posture-bridge-turn-${process.ppid}`);
const MINE = String(process.pid);

while (!isMyTurn()) await sleep(100);
afterAll(() => unlinkSync(TURN));

function isMyTurn(): boolean {
  try {
    symlinkSync(MINE, TURN);
    return true;
  } catch {
    const owner = ownerOf();
    if (owner === MINE) return true;
    if (owner !== undefined && !isAlive(Number(owner))) unlinkSync(TURN);
    return false;
  }
}

function ownerOf(): string | undefined {
  try {
    return readlinkSync(TURN);
  } catch {
    // It was given back just now.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
