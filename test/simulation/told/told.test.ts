import { describe, expect, it } from 'vitest';
import { shareOf } from '../../support/extent.ts';
import { playTold } from './play-told.ts';
import { simulateTold, tellToldHistory } from './simulate-told.ts';
import type { ToldHistory } from './told-history.ts';

const runs = shareOf(3_000, 80);
/** Of the calls of a story, so many are skipped between two at which the poller dies. */
const STEP = 60 / shareOf(60, 10);

it(`hides no threat behind a case in ${runs.toLocaleString('en')} histories`, async () => {
  const { totals, details, failing } = await simulateTold(runs, 1);
  if (failing) {
    const again = `npm run simulate:parts -- --part told --seed ${details.seed} --path ${details.counterexamplePath}`;
    expect.fail(`${again}\n${await tellToldHistory(failing)}`);
  }
  console.log(`simulated: ${JSON.stringify(totals)}`);
  expect(totals.runs).toBe(runs);
  expect(totals.counts.crashes).toBeGreaterThan(runs / 3);
  expect(totals.counts.told).toBeGreaterThan(runs);
  expect(totals.counts.handedOver).toBeGreaterThan(runs);
  expect(totals.counts.hidden).toBeGreaterThan(runs / 10);
  expect(totals.counts.folded).toBeGreaterThan(runs / 10);
  expect(totals.counts.added).toBeGreaterThan(runs / 10);
});

const MINUTE = 60_000;
const calm: ToldHistory = {
  ...{ seed: 1, start: 'all', history: 0, alone: [], pollers: 1, everyMs: 30_000, crashes: [] },
  ...{ casesTrouble: 'none', brokenQueue: false, tableFaults: 0, queueFaults: 0, stale: 0 },
  cases: [],
  mutes: [],
  dedupe: null,
};
const aCase = {
  atMs: 5_000,
  kind: 'both',
  shares: false,
  huge: false,
  severity: 'unknown',
  type: null,
  escalatesMs: null,
} as const;
const all = (laterMs: number) =>
  (['soc', 'both', 'loud', 'lake', 'shadow', 'nowhere'] as const).map((kind) => ({ kind, laterMs }));

const STORIES: readonly (readonly [string, ToldHistory])[] = [
  ['in the same poll', { ...calm, cases: [{ ...aCase, threats: all(0) }] }],
  ['when the case is first', { ...calm, cases: [{ ...aCase, threats: all(20_000) }] }],
  ['when the threat is first', { ...calm, cases: [{ ...aCase, atMs: 40_000, threats: all(-30_000) }] }],
  [
    'when the queue of one chat takes nothing',
    { ...calm, brokenQueue: true, cases: [{ ...aCase, threats: all(0) }] },
  ],
  [
    'when the person is muted',
    {
      ...calm,
      mutes: [{ kind: 'both', atMs: 0, forMs: 10 * 60_000 }],
      cases: [{ ...aCase, threats: all(0) }],
    },
  ],
  [
    'when others like it come before and after, and windows end in the middle',
    {
      ...calm,
      dedupe: { by: ['user'], forMs: 50_000, crashes: [{ atCall: 14, when: 'after' }] },
      cases: [
        { ...aCase, atMs: 2_000, severity: 'high', threats: [] },
        { ...aCase, atMs: 4_000, severity: 'low', threats: all(0) },
        { ...aCase, atMs: 35_000, severity: 'critical', threats: [] },
        { ...aCase, atMs: 65_000, severity: 'high', threats: all(0) },
        { ...aCase, atMs: 100_000, severity: 'low', threats: [] },
      ],
    },
  ],
  [
    'when a case of which nobody heard, or that was muted, becomes critical',
    {
      ...calm,
      mutes: [{ kind: 'soc', atMs: 0, forMs: 30_000 }],
      cases: [
        { ...aCase, kind: 'nowhere', severity: 'low', threats: all(0), escalatesMs: 30_000 },
        { ...aCase, kind: 'soc', severity: 'low', threats: all(0), escalatesMs: 50_000 },
        { ...aCase, kind: 'soc', atMs: 35_000, severity: 'high', threats: [], escalatesMs: 20_000 },
      ],
    },
  ],
  ['when two pollers run side by side', { ...calm, pollers: 2, cases: [{ ...aCase, threats: all(0) }] }],
];

describe.each(STORIES)('a threat and its case, %s', (_, history) => {
  it('are right when the poller dies at any call', async () => {
    const { counts, wrong } = await playTold(history);
    expect(wrong).toEqual([]);
    for (let atCall = 0; atCall < Math.min(counts.calls ?? 0, 60); atCall += STEP) {
      const { wrong, story } = await playTold({ ...history, crashes: [{ atCall, when: 'after' }] }, true);
      expect(wrong, story.join('\n')).toEqual([]);
    }
  });
});

it('hands over nothing in vain: of six threats those that are told everywhere cost one link each', async () => {
  const { counts } = await playTold({
    ...calm,
    cases: [
      {
        ...aCase,
        threats: [
          { kind: 'soc', laterMs: 0 },
          { kind: 'both', laterMs: 0 },
        ],
      },
    ],
  });
  expect(counts).toMatchObject({ threats: 2, told: 3, handedOver: 0 });
});

it.each(['failing', 'refused', 'slow'] as const)(
  'does not keep threats waiting while the list of cases is %s',
  async (casesTrouble) => {
    const { counts, wrong } = await playTold({
      ...calm,
      casesTrouble,
      cases: [{ ...aCase, atMs: MINUTE, threats: [{ kind: 'soc', laterMs: -50_000 }] }],
    });
    expect(wrong).toEqual([]);
    expect(counts.handedOver).toBe(1);
  },
);
