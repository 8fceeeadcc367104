import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Todo } from '../base/todo-list.ts';
import type { RowKey } from '../base/versioned-rows.ts';
import { isChat } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { Metrics } from '../config/metrics.ts';
import { chatBreakerPauses } from '../outbox/chat-breaker-pauses.ts';
import type { OutageLedger } from '../outbox/circuit-breaker.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';
import type { DeliveryLedger } from '../outbox/delivery-ledger.ts';
import { type BreakerPauses, untilProbeMs } from '../outbox/outage.ts';
import { isFreshAnswer } from '../outbox/priority.ts';
import type { Wake } from '../outbox/wake-up.ts';
import type { Findings } from './findings.ts';
import { isLateInChat, problemOf } from './late-or-closed.ts';
import type { ReconcilePart } from './reconcile-parts.ts';
import { rotateStart } from './rotate-start.ts';

/** What waits for the destinations of one kind. */
export interface Waiting {
  readonly ledger: Pick<OutageLedger, 'loadOutage'> & {
    read(row: RowKey): Promise<{ readonly value: { readonly key: DeliveryKey } } | null>;
  };
  readonly rhythm: BreakerPauses;
  /** The first that should be on its way by now. */
  firstDue(destination: string, nowMs: number): Promise<Todo | undefined>;
  /** Whether it has waited for too long, even if the list moves. */
  isLate(todo: Todo, nowMs: number): boolean;
  /** What is waiting, in words that follow "what" and its destination. */
  readonly words: (destination: string) => string;
}

export interface WakeWaitingParts {
  readonly destinations: ReadonlyMap<string, Waiting>;
  readonly wake: Wake;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly findings: Findings;
  /** The destination of notices to operators: a problem there cannot be told there. */
  readonly ops: string | undefined;
}

/** Answers to clicks go first: one more than analysts are likely to cause at once in one channel. */
const LOOKED_AT = 6;

/** Wakes the function of each destination that has work waiting. A wake-up may be lost, but never the work. */
export const createWakeWaiting =
  ({ destinations, wake, clock, log, metrics, findings, ops }: WakeWaitingParts): ReconcilePart =>
  async (deadlineMs) => {
    let woken = 0;
    let shut = 0;
    for (const [destination, waiting] of rotateStart([...destinations], clock)) {
      const nowMs = clock.now();
      if (nowMs >= deadlineMs) {
        findings.unsure('Destination is closed', 'Deliveries are late');
        break;
      }
      const first = await waiting.firstDue(destination, nowMs);
      if (!first) continue;
      const outage = (await waiting.ledger.loadOutage(destination))?.value;
      if (outage) shut++;
      findings.add(problemOf(destination, { first, outage, waiting, ops }, nowMs));
      if (outage && untilProbeMs(outage, waiting.rhythm, nowMs) > 0) continue;
      const key = (await waiting.ledger.read(first.key).catch(() => null))?.value.key;
      const items = key ? [{ feed: key.feed, id: key.id }] : [];
      try {
        await wake({ domain: key?.domain ?? '', destination, items, time: `again.${nowMs}` });
        woken++;
      } catch (error) {
        log('nobody was woken', { destination, reason: String(error) });
      }
    }
    // A run that stopped early does not know them all: the next run reports it.
    metrics('bridge', {}, { DestinationsClosed: shut });
    return { destinations: woken };
  };

/** What waits for chats. An answer that the clicked message already shows can wait for the next change. */
export const chatWork = (ledger: Pick<DeliveryLedger, 'todo' | 'read' | 'loadOutage'>): Waiting => ({
  ledger,
  rhythm: chatBreakerPauses,
  async firstDue(destination, nowMs) {
    const listed = await ledger.todo(destination, { limit: LOOKED_AT });
    return listed.find(({ at }) => !isFreshAnswer(at, nowMs));
  },
  isLate: isLateInChat,
  words: (destination) => `is to be shown at ${destination}`,
});

/** The work for each destination of the configuration. */
export const workByDestination = (
  { destinations }: Pick<BridgeConfig, 'destinations'>,
  work: { readonly chats: Waiting; readonly endpoints: Waiting },
): ReadonlyMap<string, Waiting> =>
  new Map(
    Object.entries(destinations).map(([name, { type }]) => [
      name,
      isChat(type) ? work.chats : work.endpoints,
    ]),
  );
