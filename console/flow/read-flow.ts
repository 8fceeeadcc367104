import { correctedCounts, totalOf } from '../../lib/budget/budget-window.ts';
import { isChat } from '../../lib/config/chats.ts';
import type { FeedState as SavedState } from '../../lib/feed/feed-state.ts';
import { CONTRACT_LIMITS } from '../../lib/posture/request-budget.ts';
import type { Sources } from '../sources.ts';
import type { Budget, ClosedDestination, FeedState, Flow, FunctionState, QueueState } from '../wire.ts';
import { endpointsIn, readEndpoint, type ToldItem } from './read-endpoints.ts';
import { functionIds, namedQueues } from './stack-names.ts';

/** How the path of an item stands: from functions and queues of the local cloud, and from the ledger. */
export function createFlowReader(sources: Sources, items: () => readonly ToldItem[]): () => Promise<Flow> {
  const { cloud, config } = sources;
  const ids = functionIds(cloud);
  const queues = namedQueues(cloud);
  const domains = Object.keys(config.domains);
  const feeds = domains.flatMap((domain) => config.poll.feeds.map((feed) => ({ domain, feed })));
  const kinds = domains.flatMap((domain) => (['read', 'write'] as const).map((kind) => ({ domain, kind })));

  const endpoints = endpointsIn(config);
  const chatPlaces = Object.entries(config.destinations).flatMap(([destination, { type }]) =>
    isChat(type) ? [{ destination, chat: type }] : [],
  );

  return async () => {
    const [depths, feedStates, budgets, closed, endpointStates] = await Promise.all([
      cloud.queues(),
      Promise.all(feeds.map((feed) => readFeed(sources, feed))),
      Promise.all(kinds.map((one) => readBudget(sources, one))),
      Promise.all(chatPlaces.map((one) => readClosed(sources, one))),
      Promise.all(endpoints.map((one) => readEndpoint(sources, one, items()))),
    ]);
    const depthOf = (name: string | null) =>
      (name === null ? undefined : depths[name]) ?? { waiting: 0, inFlight: 0, delayed: 0 };
    return {
      functions: cloud.functions.map(
        ({ settings, counts, busy }): FunctionState => ({
          id: ids.get(settings.name) ?? settings.name,
          invocations: counts.invocations,
          errors: counts.errors,
          busy: busy.length,
        }),
      ),
      queues: queues.map(({ id, consumer, queueName, deadLetters }): QueueState => {
        const { waiting, inFlight, delayed } = depthOf(queueName);
        return { id, consumer, waiting, inFlight, delayed, dead: depthOf(deadLetters).waiting };
      }),
      feeds: feedStates,
      budgets,
      closed: closed.flat(),
      endpoints: endpointStates,
    };
  };
}

type FeedKey = Pick<FeedState, 'domain' | 'feed'>;

async function readFeed({ ledger, logs }: Sources, feed: FeedKey): Promise<FeedState> {
  const row = await ledger.feeds.load(feed);
  const state = (row?.state ?? null) as SavedState | null;
  // An idle poll writes nothing, so when it was is known from what the function says.
  const poll = logs.lastPoll(feed.domain, feed.feed);
  return {
    ...feed,
    order: state?.order ?? null,
    lastPollMs: poll?.at ?? null,
    lastOutcome: poll?.outcome ?? null,
    lagMs: poll?.lagMs ?? null,
    watermarkMs: state?.watermarkMs ?? null,
    paused: state?.pause ? { because: state.pause.because, untilMs: state.pause.untilMs } : null,
  };
}

async function readClosed(
  { ledger }: Sources,
  place: Pick<ClosedDestination, 'destination' | 'chat'>,
): Promise<ClosedDestination[]> {
  const closed = (await ledger.deliveries.loadClosed(place.destination))?.value;
  return closed ? [{ ...place, reason: closed.reason, sinceMs: closed.sinceMs }] : [];
}

async function readBudget(
  { ledger, now }: Sources,
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
