import { describe, expect, it } from 'vitest';
import { createLog } from '../../../lib/base/log.ts';
import type { Look } from '../../../lib/feed/poll-domain.ts';
import { createPollHandler } from '../../../lib/feed/poll-handler.ts';
import type { PollReport } from '../../../lib/feed/poll-report.ts';
import { writeTick } from '../../../lib/feed/tick.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const EVERY_MS = 5_000;
const START = 1_800_000_000_000;

function setUp({ everyMs = EVERY_MS } = {}) {
  const clock = createManualClock(START);
  const sent: string[][] = [];
  const polls: { domain: string; atMs: number; look: Look }[] = [];
  const lines: string[] = [];
  const answers = new Map<string, Partial<PollReport> | Error>();
  let queue: Error | null = null;
  const handler = createPollHandler({
    everyMs,
    ticks:
      everyMs < 60_000
        ? {
            async sendAhead(domains) {
              sent.push([...domains]);
              if (queue) throw queue;
            },
          }
        : null,
    async pollOne(domain, look) {
      polls.push({ domain, atMs: clock.now() - START, look });
      const answer = answers.get(domain) ?? {};
      if (answer instanceof Error) throw answer;
      return [{ outcome: 'polled', behind: false, ...answer } as PollReport];
    },
    clock,
    log: createLog((line) => lines.push(line)),
  });
  const deadline = () => clock.now() + 118_000;
  return {
    clock,
    sent,
    polls,
    lines,
    answers,
    breakQueue: (error: Error | null) => {
      queue = error;
    },
    scheduled: (...domains: string[]) => handler.scheduled(domains, deadline()),
    tick: (dueMs: number, ...domains: string[]) =>
      handler.ticked([writeTick({ domains, dueAtMs: START + dueMs })], deadline()),
    ticked: (...bodies: string[]) => handler.ticked(bodies, deadline()),
    polled: () => polls.splice(0).map(({ domain }) => domain),
  };
}

describe('a run of the schedule', () => {
  it('sends ticks and looks itself, in rounds, for as long as it may', async () => {
    const { scheduled, sent, polls } = setUp();
    await scheduled('acme', 'beta');
    expect(sent).toEqual([['acme', 'beta']]);
    expect(polls).toEqual(
      ['acme', 'beta'].map((domain) => ({
        domain,
        atMs: 0,
        look: { deadlineMs: START + 118_000, roundMs: 7_000 },
      })),
    );
  });

  it('sends none where polls are a minute apart, and looks every time', async () => {
    const { scheduled, sent, polls } = setUp({ everyMs: 60_000 });
    await scheduled('acme');
    await scheduled('acme');
    expect(sent).toEqual([]);
    expect(polls.map(({ look }) => look)).toEqual(Array(2).fill({ deadlineMs: START + 118_000 }));
  });

  it('looks although the queue takes no ticks, and then fails: polls once a minute are not what was asked for', async () => {
    const { scheduled, polled, breakQueue } = setUp();
    breakQueue(new Error('the queue took 0 of 14 ticks'));
    await expect(scheduled('acme')).rejects.toThrow('0 of 14 ticks');
    expect(polled()).toEqual(['acme']);
  });

  it('does not look again at what a tick of the same time has had looked at', async () => {
    const { scheduled, tick, polled, sent } = setUp();
    await tick(0, 'acme');
    await scheduled('acme', 'beta');
    expect(polled()).toEqual(['acme', 'beta']);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['failed', new Error('no table')],
    ['was cut off', { behind: true }],
  ])('looks again where a tick of the same time %s', async (_, answer) => {
    const { scheduled, tick, polled, answers } = setUp();
    answers.set('acme', answer);
    await tick(0, 'acme');
    answers.clear();
    await scheduled('acme');
    expect(polled()).toEqual(['acme', 'acme']);
  });
});

describe('a tick', () => {
  it('sends no ticks: Lambda would stop the function after 16 of them', async () => {
    const { tick, polled, sent } = setUp();
    await tick(0, 'acme', 'beta');
    expect(polled()).toEqual(['acme', 'beta']);
    expect(sent).toEqual([]);
  });

  it('leaves a backlog to the schedule when the next tick is due', async () => {
    const { tick, polls } = setUp();
    await tick(0, 'acme');
    expect(polls[0]?.look).toEqual({ deadlineMs: START + 7_000 });
  });

  it('is dropped when it is repeated, or overtaken by a later one', async () => {
    const { clock, tick, polled } = setUp();
    clock.advance(5_400);
    await tick(5_000, 'acme');
    await tick(5_000, 'acme');
    await tick(0, 'acme');
    expect(polled()).toEqual(['acme']);
    clock.advance(4_900);
    await tick(10_000, 'acme');
    expect(polled()).toEqual(['acme']);
  });

  it('is one look with all that wait beside it', async () => {
    const { clock, ticked, polls } = setUp();
    clock.advance(15_000);
    const due = [0, 5_000, 10_000, 15_000].map((dueMs) =>
      writeTick({ domains: ['acme'], dueAtMs: START + dueMs }),
    );
    await ticked(...due, writeTick({ domains: ['beta'], dueAtMs: START }));
    expect(polls.map(({ domain }) => domain)).toEqual(['acme', 'beta']);
  });

  it('is dropped when it is more than a minute late', async () => {
    const { clock, tick, polled } = setUp();
    clock.advance(60_000);
    await tick(0, 'acme');
    expect(polled()).toEqual(['acme']);
    clock.advance(60_000);
    await tick(59_999, 'acme');
    expect(polled()).toEqual([]);
  });

  it('looks after the clock was put back, and when the clock of the sender is ahead', async () => {
    const { clock, tick, polled } = setUp();
    await tick(0, 'acme');
    clock.advance(-3_600_000);
    await tick(-3_600_000, 'acme');
    await tick(3_600_000, 'beta');
    clock.advance(EVERY_MS);
    await tick(0, 'beta');
    expect(polled()).toEqual(['acme', 'acme', 'beta', 'beta']);
  });

  it('ends well when its poll fails: it is not worth a second try', async () => {
    const { tick, answers, polled, lines } = setUp();
    answers.set('acme', new Error('no table'));
    await tick(0, 'acme', 'beta');
    expect(polled()).toEqual(['acme', 'beta']);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { event: 'domain not polled', domain: 'acme', problem: 'Error: no table' },
    ]);
  });

  it('is left to the schedule where the API refuses the key', async () => {
    const { clock, tick, scheduled, answers, polled } = setUp();
    answers.set('acme', { outcome: 'paused', paused: 'unauthorized' });
    await tick(0, 'acme');
    clock.advance(5_000);
    await tick(5_000, 'acme');
    expect(polled()).toEqual(['acme']);
    clock.advance(55_000);
    answers.clear();
    await scheduled('acme');
    clock.advance(5_000);
    await tick(65_000, 'acme');
    expect(polled()).toEqual(['acme', 'acme']);
  });

  it('is dropped with a word when nobody here can read it', async () => {
    const { ticked, polled, lines } = setUp();
    await ticked('{"v":9}', writeTick({ domains: ['acme'], dueAtMs: START }));
    expect(polled()).toEqual(['acme']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'tick dropped' }]);
  });
});
