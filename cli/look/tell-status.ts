import type { Line } from '../../lib/base/terminal.ts';
import { type BudgetView, isBudgetWell } from './look-at-budget.ts';
import { COUNTED, type DestinationView } from './look-at-destinations.ts';
import { type FeedView, isFeedWell } from './look-at-feeds.ts';
import { type ProblemView, tellProblems } from './look-at-health.ts';
import type { QueueView } from './look-at-queues.ts';

export interface Status {
  readonly bridge: string;
  readonly problems: readonly ProblemView[];
  readonly feeds: readonly FeedView[];
  readonly destinations: readonly DestinationView[];
  readonly queues: readonly QueueView[];
  readonly budget: readonly BudgetView[];
}

/** The page, and whether everything is in order. */
export function statusLines(
  status: Status,
  nowMs: number,
): { readonly lines: Line[]; readonly well: boolean } {
  const { problems, feeds, destinations, queues, budget } = status;
  const silent = feeds.filter((one) => !isFeedWell(one));
  const closed = destinations.filter(({ is }) => is === 'closed');
  const dead = queues.filter(({ deadLetters }) => deadLetters);
  const short = budget.filter((one) => !isBudgetWell(one));
  const well = [problems, silent, closed, dead, short].every(({ length }) => length === 0);
  const waiting = destinations.reduce((sum, one) => sum + one.waiting, 0);
  const more = destinations.some((one) => one.waiting >= COUNTED) ? ' or more' : '';
  const parts: Line[] = [
    part(
      'feeds',
      silent.length === 0,
      of(feeds.length, silent, 'polled', ({ domain, feed, is }) => `${domain} ${feed} is ${is}`),
    ),
    part(
      'destinations',
      closed.length === 0,
      `${of(destinations.length, closed, 'open', ({ destination, because }) => `${destination} is closed (${because})`)}; ${waiting}${more} to be shown`,
    ),
    part(
      'queues',
      dead.length === 0,
      of(
        queues.length,
        dead,
        'without dead letters',
        ({ queue, deadLetters }) => `${queue} has ${deadLetters}`,
      ),
    ),
    part(
      'budget',
      short.length === 0,
      of(budget.length, short, 'with room', ({ domain, kind }) => `${kind}s of ${domain} are used up`),
    ),
  ];
  const verdict: Line = well
    ? [{ text: `✓ ${status.bridge} is well.`, as: 'good' }]
    : [{ text: `✗ ${status.bridge} is not well.`, as: 'bad' }];
  return { lines: [verdict, ...tellProblems(problems, nowMs), '', ...parts], well };
}

const part = (name: string, isWell: boolean, sentence: string): Line => [
  { text: isWell ? '✓ ' : '✗ ', as: isWell ? 'good' : 'bad' },
  `${name.padEnd(14)}${sentence}`,
];

const MOST_NAMED = 3;

function of<One>(count: number, bad: readonly One[], good: string, say: (one: One) => string): string {
  if (bad.length === 0) return `all ${count} ${good}`;
  const named = bad.slice(0, MOST_NAMED).map(say).join(', ');
  const rest = bad.length > MOST_NAMED ? ` and ${bad.length - MOST_NAMED} more` : '';
  return `${count - bad.length} of ${count} ${good}: ${named}${rest}`;
}
