import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { KillHistory } from '../soak/kills/play-kills.ts';

const SEED = 1;
/** For more there is `npm run soak -- --kills`. */
const MINUTES = 4;

it('loses nothing and says nothing twice while every process of a function dies', async () => {
  // Its clock is that of the whole process.
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', 'test/soak/kills/one-history.ts', String(SEED), String(MINUTES)],
  ]);
  const { kills, lost, twice, verdictsTwice, withoutEnd, deadLetters } = JSON.parse(stdout) as KillHistory;
  expect({ lost, twice, verdictsTwice, withoutEnd, deadLetters }).toEqual({
    ...{ lost: [], twice: [], verdictsTwice: [], withoutEnd: [], deadLetters: 0 },
  });
  expect(kills).toBeGreaterThan(MINUTES);
});
