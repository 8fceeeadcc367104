import type { CaseFacts } from '../case/case-facts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Case } from '../posture/schemas/case.ts';
import { type ConnectorSources, type Connectors, connectorFacts, connectorsOf } from './connectors.ts';
import type { Past, PastFacts, PastTail } from './past.ts';
import { pastCaseOf } from './past-entry.ts';
import { writePast } from './past-fact.ts';

/** A case on a page that the poller reads. */
export interface MetCase {
  readonly id: string;
  readonly createdAtMs: number;
  readonly item: unknown;
}

/** The destinations that routes send a case to, each with the hash of its place. */
export type SentTo = (item: unknown) => ReadonlyMap<string, string>;

/** By destination: each is told only of cases that were sent there too. */
export type FactsByDestination = ReadonlyMap<string, CaseFacts>;
type Facts = ReadonlyMap<string, FactsByDestination>;

/** What the poller knows beside new cases. Nothing here ever throws or keeps a case waiting for long. */
export interface FactFinder {
  /** When a poll begins: what the row of the feed says, and when it was polled last. */
  open(tail: PastTail | undefined, polledMs: number | undefined): void;
  /** The facts of each new case. `known`: those that were met before, and are counted where a crash left them out. */
  beside(news: readonly MetCase[], known: readonly MetCase[]): Promise<Facts>;
  /** What the row of the feed is to keep for this. */
  tail(): Promise<PastTail | undefined>;
}

export interface FactFinderParts {
  readonly past: Past;
  readonly connectors: Connectors;
  readonly sources: ConnectorSources;
  readonly sentTo: SentTo;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const HOUR_MS = 3_600_000;
/** Longer ago, nobody knows how the connectors were. */
const RECENT_MS = HOUR_MS;
/** What a crash left out of the count, the next sweep meets. */
const SWEPT_MS = 26 * HOUR_MS;
const NONE: Facts = new Map();

export function createFactFinder({
  past,
  connectors,
  sources,
  sentTo,
  clock,
  log,
}: FactFinderParts): FactFinder {
  async function connectorsBeside({ item, createdAtMs }: MetCase): Promise<CaseFacts> {
    if (Math.abs(clock.now() - createdAtMs) > RECENT_MS) return {};
    const behind = connectorsOf(item as Case, sources);
    const found = connectorFacts(await Promise.all(behind.map((type) => connectors.stateOf(type))));
    return found.length > 0 ? { connectors: found } : {};
  }

  async function find(news: readonly MetCase[], known: readonly MetCase[]): Promise<Facts> {
    const met = ({ item, createdAtMs }: MetCase) =>
      pastCaseOf(item as Case, createdAtMs, [...sentTo(item).values()]);
    const isYoung = ({ createdAtMs }: MetCase) => createdAtMs > clock.now() - SWEPT_MS;
    const counted = news.map(met);
    past.note([...counted, ...known.filter(isYoung).map(met)]);
    if (news.length === 0) return NONE;
    const [before, behind] = await Promise.all([
      past.before(counted),
      Promise.all(news.map(connectorsBeside)),
    ]);
    return new Map(
      news.flatMap(({ id, item }, at) => {
        const facts = factsAt(sentTo(item), before.get(counted[at]?.id ?? ''), behind[at]);
        return facts.size > 0 ? [[id, facts] as const] : [];
      }),
    );
  }

  return {
    open: past.open,
    tail: past.tail,
    beside: (news, known) =>
      find(news, known).catch((error: unknown) => {
        log('facts not found', { error: String(error) });
        return NONE;
      }),
  };
}

const factsAt = (
  destinations: ReturnType<SentTo>,
  before: PastFacts | undefined,
  others: CaseFacts | undefined,
): FactsByDestination =>
  new Map(
    [...destinations].flatMap(([destination, place]) => {
      const fact = before?.get(place);
      const facts: CaseFacts = { ...(fact && { past: writePast(fact) }), ...others };
      return Object.keys(facts).length > 0 ? [[destination, facts] as const] : [];
    }),
  );

/** For feeds whose items have none. */
export const NO_FACTS: FactFinder = {
  open: () => undefined,
  beside: async () => NONE,
  tail: async () => undefined,
};
