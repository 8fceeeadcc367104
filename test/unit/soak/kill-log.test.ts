import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commitsOf, evidenceOf, type Logged, openKillLog, stillAlive } from '../../soak/kills/kill-log.ts';

const WELL: Logged = {
  ...{
    seed: 1,
    minutes: 30,
    kills: 90,
    cases: 30,
    clicks: 20,
    verdicts: 18,
    deadLetters: 0,
    commit: '0a1b2c3d',
  },
  ...{ lost: [], twice: [], verdictsTwice: [], withoutEnd: [] },
  diedAt: { 'Poll: before Query': 90 },
  wanted: [],
  seen: ['Poll: before Query', 'Poll: after Query'],
};

describe('the log of kills', () => {
  it('goes on where it was stopped, also in the middle of a line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kills-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'new', 'kills.jsonl');
    openKillLog(file).add(WELL);
    appendFileSync(file, '\n{"seed":2,"ki');
    const again = openKillLog(file);
    expect(again.all).toEqual([WELL]);
    again.add({ ...WELL, seed: 3 });
    expect(openKillLog(file).all.map(({ seed }) => seed)).toEqual([1, 3]);
  });

  it('says where nobody has died yet', () => {
    expect(stillAlive([WELL])).toEqual(['Poll: after Query']);
  });

  it.each([
    ['lost', { lost: ['slack 1a2b3c4d'] }],
    ['twice', { twice: ['teams 1a2b3c4d'] }],
    ['verdicts twice', { verdictsTwice: ['1a2b3c4d'] }],
    ['without an end', { withoutEnd: ['slack 1a2b3c4d'] }],
    ['without an end', { deadLetters: 1 }],
  ])('counts what is %s, and names its seed', (name, wrong) => {
    const all = [WELL, { ...WELL, seed: 7, commit: '4e5f6a7b', ...wrong }];
    const evidence = evidenceOf(all, 'npm run soak');
    expect(evidence.wrong[name]).toBe(1);
    expect(evidence.failing).toEqual(["node --import tsx test/soak/kills/one-history.ts 7 30 '[]'"]);
    expect(evidence.figures).toMatchObject({ kills: 180, seeds: 2, 'kinds of moments': 1 });
    expect(commitsOf(all)).toBe('0a1b2c3d to 4e5f6a7b');
  });
});
