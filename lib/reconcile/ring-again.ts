import { isChat } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { isEndpoint } from '../config/endpoints.ts';
import type { Metrics } from '../config/metrics.ts';
import type { Findings, Problem } from '../health/problem.ts';
import type { DeliveryLedger } from '../outbox/delivery-ledger.ts';
import { type Closed, isDue } from '../outbox/outage.ts';
import { isFreshAnswer, isOrdinary, timeIn } from '../outbox/urgency.ts';
import { type Named, THE_LIST, wakeUpOf } from '../outbox/wake-up.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Todo } from '../platform/todo-list.ts';
import type { Outbox } from '../queues/outbox.ts';
import { findQueueUrl, type QueueUrls } from '../queues/queue-urls.ts';
import { inTurn } from './in-turn.ts';
import type { ReconcilePart } from './reconcile.ts';

export interface RingAgainParts {
  readonly ledger: Pick<DeliveryLedger, 'todo' | 'read' | 'loadClosed'>;
  /** Those that show things, and the queue of each. */
  readonly destinations: ReadonlyMap<string, string>;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly findings: Findings;
  /** Where the operators are told things. Of this one nobody tells them. */
  readonly ops: string | undefined;
}

/** A destination that is closed for so long counts as a problem of the bridge. */
const CLOSED_FOR_MS = 10 * 60_000;
/** So long the same message may be the first on its list; and a new item may wait, when others go before it. */
export const STUCK_MS = 8 * 60_000;
const LATE_MS = 20 * 60_000;

/** Answers to clicks go first. As many as analysts may have under way in one channel, and one more. */
const LOOKED_AT = 6;

/** Rings for every destination that something waits for. A bell may be lost, but never the work. */
export const createRingAgain =
  (parts: RingAgainParts): ReconcilePart =>
  async (deadlineMs) => {
    const { ledger, destinations, outbox, clock, log, metrics, findings } = parts;
    let rung = 0;
    let shut = 0;
    for (const [destination, queueUrl] of inTurn([...destinations], clock)) {
      if (clock.now() >= deadlineMs) {
        findings.unsure('Destination is closed', 'Deliveries are late');
        break;
      }
      const waiting = await ledger.todo(destination, { limit: LOOKED_AT });
      const first = waiting.find(({ at }) => !isFreshAnswer(at, clock.now()));
      if (!first) continue;
      const closed = (await ledger.loadClosed(destination))?.value;
      if (closed) shut++;
      const problem = closed
        ? problemOfClosed(destination, closed, parts)
        : problemOfWaiting(destination, first, clock.now());
      if (problem) findings.add(problem);
      if (closed && !isDue(closed, clock.now())) continue;
      const { domain = '', ...named } = (await ledger.read(first.key).catch(() => null))?.value.key ?? {};
      const items = [nameOf(named)] as const;
      const bell = wakeUpOf({ domain, destination, items, time: `again.${clock.now()}`, nowMs: clock.now() });
      const [unsent] = await outbox.send(queueUrl, [bell]);
      if (unsent) log('the bell was not taken', { destination, reason: unsent.reason });
      else rung++;
    }
    // A run that stopped early does not know of all of them: the next one says it.
    metrics('bridge', {}, { DestinationsClosed: shut });
    return { destinations: rung };
  };

export function problemOfClosed(
  destination: string,
  { sinceMs }: Closed,
  { clock, ops }: Pick<RingAgainParts, 'clock' | 'ops'>,
): Problem | null {
  if (clock.now() - sinceMs < CLOSED_FOR_MS) return null;
  return {
    heading: 'Destination is closed',
    subject: destination,
    sentence: `Nothing can be shown at ${destination} since ${new Date(sinceMs).toISOString()}. What is for it waits.`,
    toldByOthers: destination !== ops,
  };
}

/** What goes first changes from run to run while a notifier works. */
function problemOfWaiting(destination: string, { key, at }: Todo, nowMs: number): Problem {
  const isLate = isOrdinary(at) && nowMs - timeIn(at) >= LATE_MS;
  return {
    heading: 'Deliveries are late',
    subject: destination,
    sentence: `What is to be shown at ${destination} has waited for too long.`,
    ...(!isLate && { mark: `${key.pk} ${at}`.slice(0, 200), patienceMs: STUCK_MS }),
  };
}

/** A bell names an item; what it rings for may be a notice or a digest, which is found on the list. */
const nameOf = ({ feed, id }: { feed?: string; id?: string }): Named =>
  (feed === 'cases' || feed === 'threats') && id !== undefined ? { feed, id } : THE_LIST;

/** The destinations that show things, each with its queue. */
export const chatQueues = (config: BridgeConfig, queueUrls: QueueUrls): ReadonlyMap<string, string> =>
  queuesOf(config, queueUrls, ({ type }) => isChat(type));

/** The same for those that are told things. */
export const endpointQueues = (config: BridgeConfig, queueUrls: QueueUrls): ReadonlyMap<string, string> =>
  queuesOf(config, queueUrls, isEndpoint);

const queuesOf = (
  config: BridgeConfig,
  queueUrls: QueueUrls,
  isMeant: (destination: { readonly type: string }) => boolean,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(config.destinations).flatMap(([name, destination]) => {
      const url = isMeant(destination) ? findQueueUrl(config, queueUrls, name) : null;
      return url === null ? [] : [[name, url] as const];
    }),
  );
