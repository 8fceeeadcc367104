import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CORPUS } from '../../attack/corpus.ts';
import { triesOf } from '../../attack/group.ts';
import { throughFlood } from '../../attack/live/running-bridge.ts';
import { failuresIn, type GroupReport, reportTable } from '../../attack/report.ts';
import { IS_FULL } from '../../support/extent.ts';
import type { FloodReport } from '../../support/flood/flood.ts';

/** Of so many attacks `npm test` tries one. The others have a test of their own that tries all of them. */
const ONE_OF: Readonly<Record<string, number>> = {
  'forged Slack requests': 4,
  'Slack apps installed elsewhere': 11,
  'altered buttons and forms': 97,
  'other channels and domains': 7,
  'forged messages in the verdict queue': 3,
  'hostile text in chats': 31,
  'oversized and compressed': 23,
  'strangers at the door': 3,
  'forged and replayed verdicts of systems': 7,
  'forged and reused links': 7,
  'side doors of redaction': 1,
};
const tested = CORPUS.map(({ group }) => group).filter(({ name }) => IS_FULL || name in ONE_OF);

describe('of all attacks in process', () => {
  it.each(tested.map((group) => [group.name, group] as const))(
    'none gets through: %s',
    async (name, group) => {
      expect(await group.control()).toBeNull();
      const fuzzed = IS_FULL ? 300 : 60;
      const through: string[] = [];
      let count = 0;
      for await (const tried of triesOf(group, { seed: 1, fuzzed }, IS_FULL ? 1 : ONE_OF[name])) {
        count++;
        if (tried.gotThrough) through.push(`${tried.name}: ${tried.detail}`);
      }
      expect(through).toEqual([]);
      expect(count).toBeGreaterThan(1);
    },
  );

  it('every hole that these attacks are to notice can be planted', () => {
    const holes = CORPUS.flatMap(({ group }) => group.checks);
    const lost = holes.filter(({ file, right }) => readFileSync(file, 'utf8').split(right).length !== 2);
    expect(lost.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
  });

  it('every group says what keeps it out, and names are not used twice', () => {
    for (const { group } of CORPUS) {
      expect(group.checks.length).toBeGreaterThan(3);
      const names = group.checks.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
    const shares = CORPUS.reduce((all, { group }) => all + group.share, 0);
    expect(shares).toBeCloseTo(1);
  });
});

describe('the report', () => {
  const tried = { name: 'a', gotThrough: true, detail: 'it counted', times: 3 };
  const report: GroupReport = {
    group: { name: 'g', attacks: 'x', checks: [] },
    attacks: new Map([
      ['a', 3],
      ['b', 1_000],
    ]),
    through: [tried],
    control: null,
    seconds: 1,
  };

  it('counts what was tried and what got through', () => {
    expect(reportTable([report])).toEqual([
      'group  tries  named  got through  genuine  checks  seconds',
      'g      1,003      2            1    taken       0      1.0',
      'all    1,003      2            1                0      1.0',
    ]);
    expect(failuresIn(report)).toEqual(['g: a: it counted']);
  });

  it('is a failure too when the genuine thing was refused', () => {
    const refused = { ...report, through: [], control: 'answered with 401' };
    expect(failuresIn(refused)).toEqual([expect.stringMatching(/^g: the genuine thing was refused.*401$/)]);
  });
});

describe('a flood gets through when', () => {
  const calm: FloodReport = {
    strangers: {
      sent: 9,
      lastedSeconds: 1,
      slowestMs: 1,
      counts: { 'true path 401': 9, 'unknown path 403': 9 },
    },
    clicks: [{ status: 200, ms: 9 }],
    ...{ lines: 9, invocations: 1, coldStarts: 0 },
  };

  it('nothing, if all is well', () => expect(throughFlood(calm, 'unknown paths')).toBeNull());

  it.each<[string, Partial<FloodReport>]>([
    ['a stranger is answered', { strangers: { ...calm.strangers, counts: { 'true path 200': 1 } } }],
    ['a click is late', { clicks: [{ status: 200, ms: 3_000 }] }],
    ['a click is throttled', { clicks: [{ status: 429, ms: 1 }] }],
    ['nobody could click', { clicks: [] }],
    ['the function runs for an address that is none', { invocations: 2 }],
    ['every stranger has a line', { lines: 9_000 }],
  ])('%s', (_, more) => expect(throughFlood({ ...calm, ...more }, 'unknown paths')).not.toBeNull());
});
