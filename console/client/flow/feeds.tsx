import type { Budget, FeedState } from '../../wire.ts';
import { type FactRow, Facts, Panel } from '../shell/building-blocks.tsx';
import { Empty } from '../shell/placeholders.tsx';
import type { ViewProps } from '../shell/view-props.ts';
import { amount, readable } from '../words/amount.ts';
import { fullMoment, sayMoment, saySpan } from '../words/moment.ts';

const PAUSES = { not_ready: 'The API is not ready', unauthorized: 'The API refused the key' } as const;

function pauseWords({ paused }: FeedState, nowMs: number): string | null {
  if (paused === null) return null;
  const left = paused.untilMs - nowMs;
  return `${PAUSES[paused.because]}. ${left > 0 ? `Looks again in ${saySpan(left)}.` : 'Looks again now.'}`;
}

function factsOf(
  { lastPollMs, lastOutcome, lagMs, order, watermarkMs }: FeedState,
  nowMs: number,
): FactRow[] {
  const at = (label: string, atMs: number | null, none: string, more = ''): FactRow =>
    atMs === null
      ? { label, text: none }
      : { label, text: `${sayMoment(atMs, nowMs)}${more}`, title: fullMoment(atMs) };
  const isLearned = order !== null && order !== 'unknown';
  return [
    // The poller reports polls in which nothing happens once a minute.
    at('Last report', lastPollMs, 'not yet', lastOutcome ? `, ${readable(lastOutcome).toLowerCase()}` : ''),
    { label: 'Lag', text: lagMs === null ? 'none known' : saySpan(lagMs) },
    { label: 'Learned order', text: isLearned ? readable(order).toLowerCase() : 'not yet' },
    at('Up to', watermarkMs, 'nothing yet'),
  ];
}

interface At {
  readonly nowMs: number;
}

function Feed({ feed, nowMs }: At & { readonly feed: FeedState }) {
  const pause = pauseWords(feed, nowMs);
  return (
    <div class="feed">
      <h4>{`${readable(feed.feed)} of ${feed.domain}`}</h4>
      {pause && <p class="warning-words">{pause}</p>}
      <Facts rows={factsOf(feed, nowMs)} />
    </div>
  );
}

function BudgetMeter({ domain, kind, used, limit, closedUntilMs, nowMs }: At & Budget) {
  const closed = closedUntilMs !== null && closedUntilMs > nowMs;
  const words = `${amount(used)} of ${amount(limit)} ${kind}s this minute`;
  return (
    <div class={`budget${closed ? ' closed' : ''}`}>
      <span>{domain}</span>
      <span class="soft">
        {closed ? `${words}; closed by the API for ${saySpan(closedUntilMs - nowMs)}` : words}
      </span>
      <div
        class="meter"
        role="meter"
        aria-label={`Requests of ${domain}`}
        aria-valuenow={used}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuetext={words}
      >
        <div style={{ '--part': `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }} />
      </div>
    </div>
  );
}

export const FeedsPanel = ({ bridge: { flow }, state: { nowMs } }: ViewProps) => (
  <Panel title="Feeds" class="feeds">
    {flow.feeds.length === 0 && <Empty title="The bridge has read no feed yet." />}
    {flow.feeds.map((feed) => (
      <Feed key={`${feed.domain}/${feed.feed}`} feed={feed} nowMs={nowMs} />
    ))}
    <h3>Requests</h3>
    {flow.budgets.map((budget) => (
      <BudgetMeter key={`${budget.domain}/${budget.kind}`} {...budget} nowMs={nowMs} />
    ))}
  </Panel>
);
