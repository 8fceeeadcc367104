import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import type { ItemMessages } from '../../../lib/feed/enqueue-parts.ts';
import { NO_FACTS } from '../../../lib/feed/fact-finder.ts';
import { createFeedPoller } from '../../../lib/feed/feed-poller.ts';
import type { FeedItem, FeedPage, FeedSource, PageRequest } from '../../../lib/feed/feed-source.ts';
import type { FeedRules } from '../../../lib/feed/feed-state.ts';
import type { PollParts } from '../../../lib/feed/poll-run.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { createWithholding } from '../../../lib/feed/withholding.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryFeedLedger } from '../../support/memory/memory-feed-ledger.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { coversNothing } from '../../support/tells-nothing.ts';

export const MINUTE = 60_000;
export const RULES: FeedRules = {
  start: 'all',
  pollEveryMs: MINUTE,
  lookbackMs: 15 * MINUTE,
  sweepEveryMs: 60 * MINUTE,
  sweepWindowMs: 24 * 60 * MINUTE,
};
const QUEUE = 'queue';

/** A feed on in-memory parts, with a list of items that a test can change. */
export function createFeedHarness(overrides: Partial<PollParts> = {}, pageSize = 200) {
  const clock = createManualClock();
  const outbox = createMemoryOutbox();
  const items: FeedItem[] = [];
  const requests: PageRequest[] = [];
  const calls: string[] = [];
  const ledger = countCalls(createMemoryFeedLedger(), calls);
  const listed = (request: PageRequest): FeedPage => {
    const sorted = items.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
    const start = request.cursor === undefined ? 0 : sorted.findIndex(({ id }) => id === request.cursor) + 1;
    const page = sorted.slice(start, start + pageSize);
    const more = start + pageSize < sorted.length;
    return {
      items: page,
      unreadable: [],
      nextCursor: more ? (page.at(-1)?.id ?? null) : null,
      serverTimeMs: clock.now(),
    };
  };
  type Answer = (request: PageRequest, listed: (request: PageRequest) => FeedPage) => FeedPage;
  let answer: Answer = listed;
  const source: FeedSource = {
    filtersByTime: false,
    page: async (request) => {
      requests.push(request);
      return answer(request, listed);
    },
  };
  const parts: PollParts = {
    feed: { domain: 'acme', feed: 'threats' },
    source,
    ledger,
    outbox,
    messages: messagesTo([QUEUE]),
    rules: RULES,
    clock,
    memory: createSeenMemory(),
    facts: NO_FACTS,
    covered: coversNothing,
    cases: countCalls(createCaseLedger(createMemoryVersionedRows()), calls),
    withholding: createWithholding([]),
    stepsOf: () => [],
    holder: 'one',
    notice: async () => true,
    clockNotice: async () => true,
    ...overrides,
  };
  const poller = createFeedPoller(parts);
  return {
    clock,
    outbox,
    items,
    requests,
    calls,
    ledger,
    parts,
    poller,
    /** With a minute's time. */
    poll: (by = poller) => by.poll(clock.now() + MINUTE),
    /** Adds items, each a second older than the one before. */
    add(count: number, prefix = 'item', ageMs = 0) {
      for (let n = 0; n < count; n++) {
        items.push({ id: `${prefix}-${n}`, createdAtMs: clock.now() - ageMs - n * 1_000, item: {} });
      }
    },
    /** `listed` answers as the list is. */
    answerWith(next: Answer) {
      answer = next;
    },
    sent: () => outbox.accepted(QUEUE).map(({ body }) => body),
    forget() {
      requests.length = 0;
      calls.length = 0;
    },
  };
}

function countCalls<Ledger extends object>(ledger: Ledger, calls: string[]): Ledger {
  return Object.fromEntries(
    Object.entries(ledger).map(([name, method]) => [
      name,
      (...args: never[]) => {
        calls.push(name);
        return (method as (...args: never[]) => unknown)(...args);
      },
    ]),
  ) as unknown as Ledger;
}

/** Every item goes to each of these queues, which are destinations too. */
export function messagesTo(queueUrls: readonly string[]): ItemMessages {
  const queueFor = (id: string, queueUrl: string) => ({
    destination: queueUrl,
    queueUrl,
    message: { deliveryId: `${id}:${queueUrl}`, group: queueUrl, body: id } as never,
  });
  return {
    route: () => ({ destinations: queueUrls, broadcast: [], shadowed: [], matched: [], sending: [] }),
    isChat: () => false,
    tellRouting: () => undefined,
    forPlaces: ({ id }, places) => places.map((queueUrl) => queueFor(id, queueUrl)),
    forChanged: ({ id, revision }, places) =>
      places.map((queueUrl) => queueFor(`${id}@${revision}`, queueUrl)),
    forSteps: () => [],
    keep: ({ item }) => item,
    isCoveredBy: () => false,
    eventsIn: () => [],
    forKept: ({ id }, queueUrl) => queueFor(id, queueUrl),
  };
}
