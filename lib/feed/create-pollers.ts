import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import type { HandOver } from '../case/envelope.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { QueueUrls } from '../config/destination-queues.ts';
import type { PostureClient } from '../posture/client.ts';
import { createStepsOf } from '../routing/escalation-steps.ts';
import { createClockNotice } from './clock-notice.ts';
import { createCoveredThreats } from './covered-threats.ts';
import { type FactFinder, NO_FACTS } from './fact-finder.ts';
import type { FeedKey, FeedLedger } from './feed-ledger.ts';
import { createFeedPoller } from './feed-poller.ts';
import type { FeedRules } from './feed-state.ts';
import { createItemMessages } from './item-messages.ts';
import { createPauseNotice, createResumeNotice } from './pause-notice.ts';
import type { DomainPoller } from './poll-domain.ts';
import { createCaseSource, createThreatSource } from './posture-sources.ts';
import { createSeenMemory } from './seen-memory.ts';
import type { UnroutedItem } from './unrouted-notice.ts';
import { createWithholding, type Withholder } from './withholding.ts';

export interface PollersParts {
  readonly config: BridgeConfig;
  readonly domain: string;
  readonly client: PostureClient;
  readonly ledger: FeedLedger;
  /** Finds the facts beside the cases of this domain. */
  readonly facts: Required<FactFinder>;
  /** The rules that keep the items of a feed from chats, in their order. */
  readonly withholders: (feed: FeedKey) => readonly Withholder[];
  readonly cases: CaseLedger;
  readonly outbox: Outbox<HandOver>;
  readonly queueUrls: QueueUrls;
  readonly clock: Clock;
  readonly holder: string;
  readonly log: Log;
  readonly onShadow: (destinations: readonly string[]) => void;
  readonly onUnrouted: (item: UnroutedItem) => void;
}

/** One poller for each configured feed. */
export function createPollers(parts: PollersParts): readonly DomainPoller[] {
  const { config, domain, client, ledger } = parts;
  const covered = createCoveredThreats(ledger, domain, namesToRemember(config));
  const sources = { cases: createCaseSource, threats: createThreatSource };
  return config.poll.feeds.map((name): DomainPoller => {
    const feed: FeedKey = { domain, feed: name };
    const poller = createFeedPoller({
      ...parts,
      feed,
      source: sources[name](client),
      messages: createItemMessages({ ...parts, feed }),
      rules: rulesOf(config),
      covered,
      facts: name === 'cases' ? parts.facts : NO_FACTS,
      stepsOf: createStepsOf(config),
      withholding: createWithholding(parts.withholders(feed)),
      memory: createSeenMemory(namesToRemember(config)),
      notice: createPauseNotice({ ...parts, feed }),
      resumeNotice: createResumeNotice({ ...parts, feed }),
      clockNotice: createClockNotice({ ...parts, feed }),
    });
    return { feed, poller };
  });
}

/** Shared by all feeds: over time, a process of the poll function handles every domain. */
const NAMES_IN_ALL = 200_000;
const NAMES_PER_FEED = 50_000;

const namesToRemember = ({ domains, poll }: BridgeConfig): number =>
  Math.min(NAMES_PER_FEED, Math.floor(NAMES_IN_ALL / (Object.keys(domains).length * poll.feeds.length)));

const rulesOf = ({ poll }: Pick<BridgeConfig, 'poll'>): FeedRules => ({
  start: typeof poll.start === 'string' ? poll.start : { since: Date.parse(poll.start.since) },
  pollEveryMs: poll.every,
  lookbackMs: poll.lookback,
  sweepEveryMs: poll.sweep.every,
  sweepWindowMs: poll.sweep.window,
});
