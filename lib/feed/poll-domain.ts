import type { Clock } from '../base/clock.ts';
import { type CasesFirst, createCasesFirst } from './cases-first.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { FeedPoller } from './feed-poller.ts';
import type { TellPoll } from './log-poll.ts';
import type { PollReport } from './poll-report.ts';

export interface DomainPoller {
  readonly feed: FeedKey;
  readonly poller: FeedPoller;
}

export interface PollDomainParts {
  readonly pollers: readonly DomainPoller[];
  readonly clock: Clock;
  readonly tell: TellPoll;
}

/** How long one look at a domain may take. */
export interface Look {
  readonly deadlineMs: number;
  /** After this long, a backlog yields to what is new, and then goes on; never if undefined. */
  readonly roundMs?: number | undefined;
}

/**
 * Polls all feeds of a domain in parallel, and returns the last report of each. A feed that fails does not keep the
 * others from running, and fails the run once all have ended. Threats are sent after the cases that may cover them.
 */
export async function pollDomain(parts: PollDomainParts, look: Look): Promise<readonly PollReport[]> {
  const order = createCasesFirst(parts.clock);
  if (!parts.pollers.some(isOfCases)) order.casesDone();
  const polls = parts.pollers.map((one) => pollInRounds(parts, one, look, order));
  await Promise.allSettled(polls);
  return Promise.all(polls);
}

/** What a poll reserves for its last writes. A poll that ends with more time left has nothing more to do. */
export const RESERVE_MS = 2_000;

const isOfCases = ({ feed }: DomainPoller): boolean => feed.feed === 'cases';

async function pollInRounds(
  { clock, tell }: PollDomainParts,
  one: DomainPoller,
  { deadlineMs, roundMs = Number.POSITIVE_INFINITY }: Look,
  order: CasesFirst,
): Promise<PollReport> {
  const { feed, poller } = one;
  for (;;) {
    const untilMs = Math.min(deadlineMs, clock.now() + roundMs);
    const turn = isOfCases(one) ? order.casesTurn : order.turnUntil(untilMs - RESERVE_MS);
    const report = await poller
      .poll(untilMs, turn)
      .catch((error: unknown) => {
        tell.failure(feed, error);
        throw error;
      })
      .finally(() => isOfCases(one) && order.casesDone());
    tell.report(feed, report);
    const wasCutOff = report.behind && clock.now() + RESERVE_MS >= untilMs;
    if (report.outcome !== 'polled' || !wasCutOff || clock.now() + RESERVE_MS >= deadlineMs) return report;
  }
}
