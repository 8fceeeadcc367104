import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { KillHistory } from '../soak/kills/play-kills.ts';

const SEED = 1;
/** For more there is `npm run soak -- --kills`. */
const MINUTES = 4;

it.each([
  ['every process of a function dies', 'whole'],
  ['every life of a bundle ends', 'in-place'],
])('loses nothing and says nothing twice while %s', async (_, how) => {
  // Its clock is that of the whole process.
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', 'test/soak/kills/one-history.ts', String(SEED), String(MINUTES), '[]', how],
  ]);
  const { kills, lost, twice, verdictsTwice, withoutEnd, deadLetters } = JSON.parse(stdout) as KillHistory;
  expect({ lost, twice, verdictsTwice, withoutEnd, deadLetters }).toEqual({
    ...{ lost: [], twice: [], verdictsTwice: [], withoutEnd: [], deadLetters: 0 },
  });
  expect(kills).toBeGreaterThanOrEqual(MINUTES);
});
