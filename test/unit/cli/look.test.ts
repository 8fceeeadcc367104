import { describe, expect, it } from 'vitest';
import { tellBudget } from '../../../cli/look/status-of-budgets.ts';
import { tellDestinations, viewOfDestination } from '../../../cli/look/status-of-destinations.ts';
import { isFeedWell, tellFeeds, viewOf } from '../../../cli/look/status-of-feeds.ts';
import { tellQueues } from '../../../cli/look/status-of-queues.ts';
import { type Status, statusLines } from '../../../cli/look/tell-status.ts';
import { plain } from '../../../lib/base/terminal.ts';
import type { Person } from '../../../lib/case/answer.ts';
import { queuesIn } from '../../../lib/config/stack-outputs.ts';
import { initialState } from '../../../lib/feed/feed-state.ts';
import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import { foldTrail } from '../../../lib/verdict/decision-views.ts';
import { whichPerson } from '../../../lib/verdict/which-person.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const MINUTE = 60_000;
const poll = { every: MINUTE, lookback: 10 * MINUTE };
const cases = { domain: 'acme', feed: 'cases' } as const;
const rules = {
  start: 'now',
  pollEveryMs: MINUTE,
  lookbackMs: 0,
  sweepEveryMs: 0,
  sweepWindowMs: 0,
} as const;
const state = {
  ...initialState(rules, NOW),
  order: 'newest-first' as const,
  started: true,
  watermarkMs: NOW - 2 * MINUTE,
  polledAtMs: NOW - MINUTE,
};
const pause = { because: 'unauthorized', untilMs: NOW + MINUTE, sinceMs: NOW, told: true } as const;

describe('a feed', () => {
  it.each([
    ['is polled', state, 'polled', true],
    [
      'is silent when no poll has succeeded for ten minutes',
      { ...state, polledAtMs: NOW - 11 * MINUTE },
      'silent',
      false,
    ],
    ['is paused when the API refuses the key', { ...state, pause }, 'paused', false],
    [
      'is well while the API has no data',
      { ...state, pause: { ...pause, because: 'not_ready' } },
      'paused',
      true,
    ],
    ['is new without a row', null, 'new', false],
    ['is unreadable when a newer version wrote its row', { ...state, v: 99 }, 'unreadable', false],
  ] as const)('%s', (_, row, is, well) => {
    const view = viewOf(cases, row, poll, NOW);
    expect([view.is, isFeedWell(view)]).toEqual([is, well]);
  });

  it('is a line for people, and has all of it for programs', () => {
    const views = [viewOf(cases, state, poll, NOW), viewOf(cases, { ...state, pause }, poll, NOW)];
    expect(tellFeeds(views, NOW).map(plain)).toEqual([
      'feed        is      polled          lag  handed over up to         order         why',
      'acme cases  polled  60 seconds ago       2026-11-15T11:58:00.000Z  newest-first',
      'acme cases  paused  60 seconds ago       2026-11-15T11:58:00.000Z  newest-first  the API refuses the key, until 2026-11-15T12:01:00.000Z',
    ]);
    expect(views[0]).toEqual({
      ...cases,
      is: 'polled',
      polledAt: '2026-11-15T11:59:00.000Z',
      because: null,
      until: null,
      order: 'newest-first',
      watermark: '2026-11-15T11:58:00.000Z',
      lagSeconds: 0,
      walks: 0,
    });
  });
});

describe('a destination', () => {
  const closed = {
    kind: 'place',
    reason: 'channel_not_found\u001b[2J',
    sinceMs: NOW - 3 * 3_600_000,
    probes: 9,
    nextProbeMs: NOW + 2 * MINUTE,
    told: true,
  } as const;
  const place = `20#${String(NOW - MINUTE).padStart(14, '0')}`;

  it('says since when it is closed and why, and nothing that a terminal obeys', () => {
    const views = [
      viewOfDestination('soc', 'chat', null, []),
      viewOfDestination('night', 'chat', closed, [place, place]),
      viewOfDestination('lake', 'sqs', null, [place]),
    ];
    expect(tellDestinations(views, NOW).map(plain)).toEqual([
      'destination  type  is      waiting  since        why                                next try',
      'soc          chat  open    0',
      'night        chat  closed  2        3 hours ago  place: channel_not_found\\u001b[2J  in 2 minutes',
      'lake         sqs   open    1',
    ]);
    expect(views[1]).toMatchObject({
      is: 'closed',
      kind: 'place',
      since: '2026-11-15T09:00:00.000Z',
      nextTry: '2026-11-15T12:02:00.000Z',
      waiting: 2,
      waitingSince: '2026-11-15T11:59:00.000Z',
    });
  });
});

describe('queues', () => {
  it('are found by the outputs of the stack', () => {
    expect(
      queuesIn({
        LedgerTableName: 't',
        ChatDeliveriesQueue: 'q1',
        ChatDeliveriesDeadLetters: 'd1',
        TicksQueue: 'q2',
      }),
    ).toEqual([
      { queue: 'chat deliveries', url: 'q1', deadLettersUrl: 'd1' },
      { queue: 'ticks', url: 'q2', deadLettersUrl: null },
    ]);
  });

  it('are a line each', () => {
    const view = { queue: 'verdicts', waiting: 3, inFlight: 1, delayed: 0, deadLetters: 2 };
    expect(
      tellQueues([view, { ...view, queue: 'ticks', waiting: null, inFlight: null, delayed: null }]).map(
        plain,
      ),
    ).toEqual([
      'queue     waiting  in work  delayed  dead letters',
      'verdicts  3        1        0        2',
      'ticks                                2',
    ]);
  });
});

it('a budget is a line', () => {
  const view = { domain: 'acme', kind: 'read', used: 899, limit: 1_000, closedUntil: null } as const;
  expect(tellBudget([{ ...view, usedUp: false }]).map(plain)).toEqual([
    'domain  requests  used                     why',
    'acme    reads     899 of 1000 in a minute',
  ]);
});

describe('the status', () => {
  const well: Status = {
    bridge: 'posture-bridge in eu-west-1',
    headline: 'The bridge is healthy.',
    problems: [],
    feeds: [viewOf(cases, state, poll, NOW)],
    destinations: [viewOfDestination('soc', 'chat', null, [])],
    queues: [{ queue: 'verdicts', waiting: 0, inFlight: 0, delayed: 0, deadLetters: 0 }],
    budget: [],
    withheld: { muted: 0, deduped: 0, more: false },
  };

  it('is a page that says that all is well', () => {
    const { lines, well: isWell } = statusLines(well, NOW);
    expect(isWell).toBe(true);
    expect(lines.map(plain)).toEqual([
      '✓ The bridge is healthy.  posture-bridge in eu-west-1',
      '',
      '  feeds         all 1 polled',
      '  destinations  all 1 open; 0 waiting',
      '  queues        all 1 without dead letters',
      '  budget        all 0 with room',
      '  withheld      nothing is muted or deduped',
    ]);
  });

  it('names what is wrong, and where the runbook has it', () => {
    const trouble: Status = {
      ...well,
      headline: 'The bridge has 2 problems.',
      problems: [
        { problem: 'Feed is behind', of: 'acme cases', since: '2026-11-15T11:00:00Z', note: null },
        { problem: 'Deliveries gave up', of: 'verdicts', since: null, note: 'seems to be over' },
      ],
      feeds: [viewOf(cases, null, poll, NOW)],
      queues: [{ queue: 'verdicts', waiting: 0, inFlight: 0, delayed: 0, deadLetters: 3 }],
      withheld: { muted: 998, deduped: 2, more: true },
    };
    const { lines, well: isWell } = statusLines(trouble, NOW);
    expect(isWell).toBe(false);
    expect(lines.map(plain)).toEqual([
      '✗ The bridge has 2 problems.  posture-bridge in eu-west-1',
      '✗ Feed is behind  ·  acme cases  ·  since 2026-11-15T11:00:00Z (60 minutes ago)  docs/runbook.md#feed-is-behind',
      '✗ Deliveries gave up  ·  verdicts  ·  seems to be over  docs/runbook.md#deliveries-gave-up',
      '',
      '  feeds         0 of 1 polled: acme cases: new',
      '  destinations  all 1 open; 0 waiting',
      '  queues        0 of 1 without dead letters: verdicts has 3',
      '  budget        all 0 with room',
      '  withheld      998 muted, 2 deduped, or more',
    ]);
  });
});

describe('the decisions of a trail', () => {
  const entry = (n: number, what: AuditEntry['what'], more: Partial<AuditEntry> = {}): AuditEntry => ({
    domain: 'acme',
    caseId: 'c1',
    n,
    atMs: NOW + n * 1_000,
    what,
    id: 'd1',
    outcome: 'SAFE',
    by: null,
    place: null,
    comment: null,
    answer: null,
    ...more,
  });
  const ada = { surface: 'chat', id: 'U1', name: 'Ada Winter' };
  const which = (one: Person) => whichPerson({}, one);

  it('are told from the click to the platform, each once', () => {
    const trail = [
      entry(1, 'requested', { by: ada, place: 'soc', comment: 'A drill' }),
      entry(2, 'approved', { by: { ...ada, id: 'U2', name: 'Bo Larsen' } }),
      entry(3, 'posting'),
      entry(4, 'recorded', { answer: 'recorded' }),
      entry(0, 'denied', { id: 'click', outcome: null, by: ada }),
      entry(1, 'muted', { caseId: 'mute-1', id: 'mute:1', outcome: null }),
      entry(1, 'requested', { caseId: 'c2', id: 'd2', by: ada }),
      entry(2, 'failed', { caseId: 'c2', id: 'd2' }),
    ];
    expect(foldTrail(trail, which)).toEqual([
      {
        domain: 'acme',
        caseId: 'c1',
        decision: 'd1',
        outcome: 'SAFE',
        is: 'recorded',
        by: { chat: 'chat', id: 'U1', name: 'Ada Winter', person: 'chat/U1' },
        place: 'soc',
        comment: 'A drill',
        approvedBy: 'Bo Larsen',
        requestedAt: '2026-11-15T12:00:01.000Z',
        recordedAt: '2026-11-15T12:00:04.000Z',
        secondsFromClick: 3,
      },
      expect.objectContaining({ caseId: 'c2', is: 'failed', recordedAt: null, secondsFromClick: null }),
    ]);
  });

  it('name both people who approved what a system decided', () => {
    const soar = { surface: 'webhook', id: 'soar', name: 'soar' };
    const trail = [
      entry(1, 'requested', { by: soar }),
      entry(2, 'approved', { by: ada }),
      entry(3, 'approved', { by: { ...ada, id: 'U2', name: 'Bo Larsen' } }),
    ];
    expect(foldTrail(trail, which)).toMatchObject([
      { by: { name: 'soar' }, approvedBy: 'Ada Winter, Bo Larsen' },
    ]);
  });
});
