import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  commitsOf,
  evidenceOf,
  noKills,
  rarest,
  readTally,
  stillAlive,
  withHistory,
  withoutResult,
  writeTally,
} from '../../soak/kills/kill-tally.ts';
import type { KillHistory } from '../../soak/kills/play-kills.ts';

const WELL: KillHistory = {
  ...{ seed: 1, minutes: 30, kills: 90, cases: 30, clicks: 20, verdicts: 18, deadLetters: 0 },
  ...{ lost: [], twice: [], verdictsTwice: [], withoutEnd: [] },
  diedAt: { 'Poll: before Query': 90 },
  ...{ wanted: [], isWhole: false },
  seen: ['Poll: before Query', 'Poll: after Query'],
};
const ONE = withHistory(noKills(1), WELL, '0a1b2c3d');

describe('the tally of kills', () => {
  it('goes on where it was stopped, also while it was being written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kills-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'new', 'kills.json');
    expect(readTally(file, 5)).toEqual(noKills(5));
    writeTally(file, ONE);
    writeFileSync(`${file}.new`, '{"first');
    expect(readTally(file, 5)).toEqual(ONE);
    expect(ONE.nextSeed).toBe(2);
  });

  it('says where nobody has died yet, and where the fewest have', () => {
    expect(stillAlive(ONE)).toEqual(['Poll: after Query']);
    const calls = Array.from({ length: 8 }, (_, at) => [`Verdict: before Call${at}`, 9 - at]);
    const tally = withHistory(ONE, { ...WELL, seed: 2, diedAt: Object.fromEntries(calls) }, '0a1b2c3d');
    expect(rarest(tally)).toEqual([
      ...['Poll: after Query', 'Poll: before Query'],
      ...[7, 6, 5, 4, 3, 2].map((at) => `Verdict: before Call${at}`),
    ]);
  });

  it('does not pass over a history that ended without a result', () => {
    const { wanted, minutes } = WELL;
    const tally = withoutResult(ONE, { seed: 9, minutes, wanted, isWhole: true });
    expect(tally.nextSeed).toBe(10);
    expect(evidenceOf(tally)).toMatchObject({
      wrong: { 'without a result': 1 },
      failing: ["node --import tsx test/soak/kills/one-history.ts 9 30 '[]' whole"],
    });
  });

  it('counts those whose whole process was killed', () => {
    const both = withHistory(ONE, { ...WELL, seed: 2, isWhole: true, kills: 7 }, '0a1b2c3d');
    expect(evidenceOf(both).figures).toMatchObject({ kills: 97, 'of whole processes': 7, cases: 60 });
  });

  it.each([
    ['lost', { lost: ['slack 1a2b3c4d'] }],
    ['twice', { twice: ['teams 1a2b3c4d'] }],
    ['verdicts twice', { verdictsTwice: ['1a2b3c4d'] }],
    ['without an end', { withoutEnd: ['slack 1a2b3c4d'] }],
    ['without an end', { deadLetters: 1 }],
  ])('counts what is %s, and says how to repeat it', (name, wrong) => {
    const both = withHistory(ONE, { ...WELL, seed: 7, ...wrong }, '4e5f6a7b');
    const evidence = evidenceOf(both);
    expect(evidence.wrong[name]).toBe(1);
    expect(evidence.failing).toEqual(["node --import tsx test/soak/kills/one-history.ts 7 30 '[]' in-place"]);
    expect(evidence.figures).toMatchObject({ kills: 180, histories: 2, 'kinds of moments': 1 });
    expect(commitsOf(both)).toBe('0a1b2c3d to 4e5f6a7b');
  });
});
