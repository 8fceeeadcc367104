import { isChat } from '../../lib/config/chats.ts';
import type { FeedState as SavedState } from '../../lib/feed/feed-state.ts';
import { correctedCounts, totalOf } from '../../lib/posture/budget/budget-window.ts';
import { CONTRACT_LIMITS } from '../../lib/posture/request-budget.ts';
import type { Source } from '../source.ts';
import type { Budget, ClosedDestination, FeedState, Flow } from '../wire.ts';
import { endpointsIn, readEndpoint, type ToldItem } from './read-endpoints.ts';

/** The state of an item's path: from functions and queues, and from the ledger. */
export function createFlowReader(
  source: Source,
  items: () => readonly ToldItem[],
  withheld: () => Flow['withheld'],
): () => Promise<Flow> {
  const { config } = source;
  const domains = Object.keys(config.domains);
  const feeds = domains.flatMap((domain) => config.poll.feeds.map((feed) => ({ domain, feed })));
  const kinds = domains.flatMap((domain) => (['read', 'write'] as const).map((kind) => ({ domain, kind })));

  const endpoints = endpointsIn(config);
  const chatPlaces = Object.entries(config.destinations).flatMap(([destination, { type }]) =>
    isChat(type) ? [{ destination, chat: type }] : [],
  );

  return async () => {
    const [queues, feedStates, budgets, closed, endpointStates] = await Promise.all([
      source.queues(),
      Promise.all(feeds.map((feed) => readFeed(source, feed))),
      Promise.all(kinds.map((one) => readBudget(source, one))),
      Promise.all(chatPlaces.map((one) => readClosed(source, one))),
      Promise.all(endpoints.map((one) => readEndpoint(source, one, items()))),
    ]);
    return {
      functions: source.functions(),
      queues,
      feeds: feedStates,
      budgets,
      closed: closed.flat(),
      endpoints: endpointStates,
      withheld: withheld(),
    };
  };
}

type FeedKey = Pick<FeedState, 'domain' | 'feed'>;

async function readFeed({ ledger, lastPoll }: Source, feed: FeedKey): Promise<FeedState> {
  const row = await ledger.feeds.load(feed);
  const state = (row?.state ?? null) as SavedState | null;
  return {
    ...feed,
    ...lastPoll(feed, state),
    order: state?.order ?? null,
    watermarkMs: state?.watermarkMs ?? null,
    paused: state?.pause ? { because: state.pause.because, untilMs: state.pause.untilMs } : null,
  };
}

async function readClosed(
  { ledger }: Source,
  place: Pick<ClosedDestination, 'destination' | 'chat'>,
): Promise<ClosedDestination[]> {
  const closed = (await ledger.deliveries.loadOutage(place.destination))?.value;
  return closed ? [{ ...place, reason: closed.reason, sinceMs: closed.sinceMs }] : [];
}

async function readBudget(
  { ledger, now }: Source,
  { domain, kind }: Pick<Budget, 'domain' | 'kind'>,
): Promise<Budget> {
  const { counts, closedUntilMs } = await ledger.budget(domain, kind);
  return {
    domain,
    kind,
    used: totalOf(correctedCounts(counts, new Map(), now())),
    limit: CONTRACT_LIMITS[kind],
    closedUntilMs: closedUntilMs > now() ? closedUntilMs : null,
  };
}
