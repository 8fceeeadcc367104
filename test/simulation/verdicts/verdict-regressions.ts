import type { History } from './history.ts';

/** Histories that once went wrong, each with what was wrong then. */
export const VERDICT_REGRESSIONS: ReadonlyArray<readonly [string, History]> = [
  [
    'a message that somebody deleted was posted anew without the evidence in its thread',
    {
      ...calm(),
      seed: 360932384,
      items: [{ what: 'case', atMs: 2_987, events: 2, ofCase: 3, broadcast: true }],
      clicks: [{ atMs: 98_370, which: 6, press: 6, who: 3, again: 'no' }],
      deletions: [{ atMs: 116_711, which: 16 }],
      platformFaults: 66,
    },
  ],
  [
    'a slow answer to a click put an old state over the recorded one, and the ledger believed otherwise',
    {
      ...calm(),
      seed: 9,
      items: [{ what: 'case', atMs: 3_875, events: 0, ofCase: 3, broadcast: true }],
      clicks: [
        { atMs: 95_162, which: 29, press: 10, who: 1, again: 'repeat' },
        { atMs: 42_244, which: 27, press: 28, who: 10, again: 'no' },
      ],
      updates: [{ atMs: 90_238, which: 22 }],
      undoSeconds: 3,
      functions: 2,
      queueFaults: 14,
    },
  ],
  [
    'a purge let two notifiers into one channel, and the slower one put an old state over the recorded one',
    {
      ...calm(),
      seed: 336177759,
      items: [
        { what: 'case', atMs: 21_233, events: 0, ofCase: 2, broadcast: false },
        { what: 'case', atMs: 19_560, events: 3, ofCase: 2, broadcast: false },
        { what: 'threat', atMs: 18_820, events: 3, ofCase: 3, broadcast: true },
      ],
      clicks: [
        { atMs: 84_813, which: 11, press: 2, who: 7, again: 'double' },
        { atMs: 111_585, which: 30, press: 0, who: 14, again: 'repeat' },
        { atMs: 67_207, which: 27, press: 13, who: 15, again: 'no' },
        { atMs: 22_887, which: 21, press: 28, who: 8, again: 'repeat' },
      ],
      purges: [{ atMs: 97_467 }],
      functions: 3,
      batchSize: 10,
    },
  ],
  [
    'an item that was counted before a crash went into the thread of a digest that did not count it',
    {
      ...calm(),
      seed: 147287769,
      items: [
        { what: 'threat', atMs: 0, events: 0, ofCase: 0, broadcast: false },
        { what: 'case', atMs: 0, events: 0, ofCase: 0, broadcast: false },
        { what: 'case', atMs: 347, events: 0, ofCase: 0, broadcast: false },
      ],
      crashes: [
        { atCall: 14, when: 'before' },
        { atCall: 15, when: 'before' },
      ],
      closings: [{ atMs: 0, forMs: 1_000, which: 0, code: 'token_revoked' }],
      deletions: [{ atMs: 0, which: 0 }],
      stormThreshold: 1,
      batchSize: 10,
      tableFaults: 1,
    },
  ],
  [
    'threats that began a storm waited until it was over, began the next one, and took the digest of the first for theirs',
    {
      ...calm(),
      seed: 2147418090,
      items: [
        { what: 'case', atMs: 626, events: 0, ofCase: 0, broadcast: false },
        ...[0, 20, 40, 3_000, 80, 100, 120, 7_000, 160].map(
          (atMs) => ({ what: 'threat', atMs, events: 0, ofCase: 99, broadcast: false }) as const,
        ),
      ],
      closings: [{ atMs: 0, forMs: 1_000, which: 0, code: 'token_revoked' }],
      listLagMs: 300_000,
      destinations: 2,
      stormThreshold: 1,
      batchSize: 10,
      tableFaults: 8,
    },
  ],
  [
    'undone by a click that was kept nowhere, by a function that died, in a queue that was purged: the trail of the day never said so',
    {
      seed: 415069049,
      items: [{ what: 'case', atMs: 9, events: 0, ofCase: 0, broadcast: true }],
      clicks: [
        { atMs: 28153, which: 13, press: 13, who: 8, again: 'no' },
        { atMs: 4758, which: 24, press: 0, who: 9, again: 'repeat' },
        { atMs: 154000, which: 4, press: 4, who: 14, again: 'double', onIt: true },
        { atMs: 57000, which: 6, press: 2, who: 7, again: 'repeat', onIt: true },
        { atMs: 145000, which: 1, press: 0, who: 13, again: 'no', onIt: true },
        { atMs: 153000, which: 6, press: 3, who: 3, again: 'repeat', onIt: true },
      ],
      crashes: [
        { atCall: 89, when: 'before' },
        { atCall: 61, when: 'after' },
        { atCall: 98, when: 'after' },
        { atCall: 67, when: 'before' },
      ],
      updates: [],
      deletions: [],
      closings: [],
      purges: [{ atMs: 9113 }, { atMs: 35990 }],
      listLagMs: 0,
      destinations: 1,
      refused: false,
      readable: true,
      realRenderer: false,
      stormThreshold: 2,
      undoSeconds: 10,
      functions: 2,
      batchSize: 10,
      skewMs: 0,
      tableFaults: 4,
      queueFaults: 0,
      slackFaults: 0,
      platformFaults: 0,
      notes: true,
      unanswered: 'medium',
    },
  ],
];

function calm(): History {
  return {
    seed: 1,
    items: [],
    clicks: [],
    crashes: [],
    updates: [],
    deletions: [],
    destinations: 1,
    refused: false,
    readable: true,
    realRenderer: false,
    stormThreshold: 20,
    undoSeconds: 0,
    functions: 1,
    batchSize: 1,
    skewMs: 0,
    tableFaults: 0,
    queueFaults: 0,
    slackFaults: 0,
    platformFaults: 0,
  };
}
