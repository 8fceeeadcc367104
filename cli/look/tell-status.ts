import type { Line } from '../../lib/base/terminal.ts';
import type { BudgetView } from './status-of-budgets.ts';
import { COUNTED, type DestinationView } from './status-of-destinations.ts';
import { type FeedView, isFeedWell } from './status-of-feeds.ts';
import { type HealthView, tellProblems } from './status-of-health.ts';
import type { QueueView } from './status-of-queues.ts';
import type { WithheldView } from './status-of-withheld.ts';

export interface Status extends HealthView {
  readonly bridge: string;
  readonly feeds: readonly FeedView[];
  readonly destinations: readonly DestinationView[];
  readonly queues: readonly QueueView[];
  readonly budget: readonly BudgetView[];
  readonly withheld: WithheldView;
}

/** The page, and whether everything is in order. The lines of the parts are facts: what is wrong is said above them. */
export function statusLines(
  status: Status,
  nowMs: number,
): { readonly lines: Line[]; readonly well: boolean } {
  const { headline, problems, feeds, destinations, queues, budget, withheld } = status;
  const well = problems.length === 0;
  const silent = feeds.filter((one) => !isFeedWell(one));
  const closed = destinations.filter(({ is }) => is === 'closed');
  const dead = queues.filter(({ deadLetters }) => deadLetters);
  const short = budget.filter(({ usedUp }) => usedUp);
  const waiting = destinations.reduce((sum, one) => sum + one.waiting, 0);
  const more = destinations.some((one) => one.waiting >= COUNTED) ? ' or more' : '';
  const parts: Line[] = [
    part(
      'feeds',
      of(feeds.length, silent, 'polled', ({ domain, feed, is }) => `${domain} ${feed}: ${is}`),
    ),
    part(
      'destinations',
      `${of(destinations.length, closed, 'open', ({ destination, because }) => `${destination} is closed (${because})`)}; ${waiting}${more} waiting`,
    ),
    part(
      'queues',
      of(
        queues.length,
        dead,
        'without dead letters',
        ({ queue, deadLetters }) => `${queue} has ${deadLetters}`,
      ),
    ),
    part(
      'budget',
      of(budget.length, short, 'with room', ({ domain, kind }) => `${kind}s of ${domain} are used up`),
    ),
    part('withheld', withheldWords(withheld)),
  ];
  const verdict: Line = [
    { text: `${well ? '✓' : '✗'} ${headline}`, as: well ? 'good' : 'bad' },
    { text: `  ${status.bridge}`, as: 'faint' },
  ];
  return { lines: [verdict, ...tellProblems(problems, nowMs), '', ...parts], well };
}

const part = (name: string, sentence: string): Line => `  ${name.padEnd(14)}${sentence}`;

/** What no chat shows, by a mute that is on or an open dedupe window. */
const withheldWords = ({ muted, deduped, more }: WithheldView): string =>
  muted + deduped === 0 && !more
    ? 'nothing is muted or deduped'
    : `${muted} muted, ${deduped} deduped${more ? ', or more' : ''}`;

const MOST_NAMED = 3;

function of<One>(count: number, bad: readonly One[], good: string, say: (one: One) => string): string {
  if (bad.length === 0) return `all ${count} ${good}`;
  const named = bad.slice(0, MOST_NAMED).map(say).join(', ');
  const rest = bad.length > MOST_NAMED ? ` and ${bad.length - MOST_NAMED} more` : '';
  return `${count - bad.length} of ${count} ${good}: ${named}${rest}`;
}
