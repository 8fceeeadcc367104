import type { Budget, FeedState } from '../../wire.ts';
import { h, type VNode } from '../dom/node.ts';
import { empty } from '../shell/placeholders.ts';
import type { Bridge, State } from '../state/state.ts';
import { amount, readable } from '../words/amount.ts';
import { fullMoment, sayMoment, saySpan } from '../words/moment.ts';

const fact = (label: string, words: string, title?: string): VNode =>
  h('div', { key: label, ...(title ? { title } : {}) }, h('dt', {}, label), h('dd', {}, words));

const PAUSES = { not_ready: 'The API is not ready', unauthorized: 'The API key was refused' } as const;

function pauseWords({ paused }: FeedState, nowMs: number): string | null {
  if (paused === null) return null;
  const left = paused.untilMs - nowMs;
  return `${PAUSES[paused.because]}. ${left > 0 ? `Looks again in ${saySpan(left)}.` : 'Looks again now.'}`;
}

function feedCard(feed: FeedState, { nowMs }: State): VNode {
  const pause = pauseWords(feed, nowMs);
  const { lastPollMs, lagMs, order, lastOutcome } = feed;
  return h(
    'div',
    { key: `${feed.domain}/${feed.feed}`, class: `feed${pause ? ' paused' : ''}` },
    h('h4', {}, `${readable(feed.feed)} of ${feed.domain}`),
    pause && h('p', { class: 'warning-words' }, pause),
    h(
      'dl',
      { class: 'facts' },
      fact(
        'Last poll',
        lastPollMs === null
          ? 'not yet'
          : `${sayMoment(lastPollMs, nowMs)}${lastOutcome ? `, ${readable(lastOutcome).toLowerCase()}` : ''}`,
        lastPollMs === null ? undefined : fullMoment(lastPollMs),
      ),
      fact('Lag', lagMs === null ? 'none known' : saySpan(lagMs)),
      fact(
        'Learned order',
        order === null || order === 'unknown' ? 'not yet' : readable(order).toLowerCase(),
      ),
      fact(
        'Up to',
        feed.watermarkMs === null ? 'nothing yet' : sayMoment(feed.watermarkMs, nowMs),
        feed.watermarkMs === null ? undefined : fullMoment(feed.watermarkMs),
      ),
    ),
  );
}

function budgetMeter({ domain, kind, used, limit, closedUntilMs }: Budget, nowMs: number): VNode {
  const closed = closedUntilMs !== null && closedUntilMs > nowMs;
  const words = `${amount(used)} of ${amount(limit)} ${kind}s this minute`;
  return h(
    'div',
    { key: `${domain}/${kind}`, class: `budget${closed ? ' closed' : ''}` },
    h('span', {}, domain),
    h(
      'span',
      { class: 'soft' },
      closed ? `${words}; closed by the API for ${saySpan(closedUntilMs - nowMs)}` : words,
    ),
    h(
      'div',
      {
        class: 'meter',
        role: 'meter',
        'aria-label': `Requests of ${domain}`,
        'aria-valuenow': used,
        'aria-valuemin': 0,
        'aria-valuemax': limit,
        'aria-valuetext': words,
      },
      h('div', { vars: { '--part': `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` } }),
    ),
  );
}

export const feedsPanel = ({ flow }: Bridge, state: State): VNode =>
  h(
    'section',
    { class: 'panel feeds', 'aria-label': 'Feeds' },
    h('h3', {}, 'Feeds'),
    flow.feeds.length === 0
      ? empty('No feed was read yet.')
      : flow.feeds.map((feed) => feedCard(feed, state)),
    h('h3', {}, 'Requests'),
    flow.budgets.map((budget) => budgetMeter(budget, state.nowMs)),
  );
