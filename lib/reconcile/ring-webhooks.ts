import type { EventLedger } from '../endpoints/event-ledger.ts';
import { dueBy } from '../endpoints/event-places.ts';
import { type ClosedEndpoint, endpointRestMs } from '../endpoints/rhythm.ts';
import type { Problem } from '../health/problem.ts';
import { type Named, THE_LIST, wakeUpOf } from '../outbox/wake-up.ts';
import type { Todo } from '../platform/todo-list.ts';
import { inTurn } from './in-turn.ts';
import type { ReconcilePart } from './reconcile.ts';
import { problemOfClosed, type RingAgainParts, STUCK_MS } from './ring-again.ts';

export interface RingWebhooksParts extends Omit<RingAgainParts, 'ledger'> {
  readonly ledger: Pick<EventLedger, 'todo' | 'read' | 'loadClosed'>;
}

/** Rings for every endpoint that something waits for and whose time has come. */
export const createRingWebhooks =
  (parts: RingWebhooksParts): ReconcilePart =>
  async (deadlineMs) => {
    const { ledger, destinations, outbox, clock, log, metrics, findings } = parts;
    let rung = 0;
    let shut = 0;
    for (const [destination, queueUrl] of inTurn([...destinations], clock)) {
      if (clock.now() >= deadlineMs) {
        findings.unsure('Destination is closed', 'Deliveries are late');
        break;
      }
      const nowMs = clock.now();
      const [first] = await ledger.todo(destination, { ...dueBy(nowMs), limit: 1 });
      if (!first) continue;
      const closed = (await ledger.loadClosed(destination))?.value as ClosedEndpoint | null | undefined;
      if (closed) shut++;
      const problem = closed
        ? problemOfClosed(destination, closed, parts)
        : problemOfWaiting(destination, first);
      if (problem) findings.add(problem);
      if (closed && endpointRestMs(closed, nowMs, false) > 0) continue;
      const { domain = '', ...named } = (await ledger.read(first.key).catch(() => null))?.value.key ?? {};
      const items = [nameOf(named)] as const;
      const bell = wakeUpOf({ domain, destination, items, time: `again.${nowMs}`, nowMs });
      const [unsent] = await outbox.send(queueUrl, [bell]);
      if (unsent) log('the bell was not taken', { destination, reason: unsent.reason });
      else rung++;
    }
    if (shut > 0) metrics('bridge', {}, { DestinationsClosed: shut });
    return { webhooks: rung };
  };

/** What goes first changes from run to run while a function works. */
const problemOfWaiting = (destination: string, { key, at }: Todo): Problem => ({
  heading: 'Deliveries are late',
  subject: destination,
  sentence: `What ${destination} is to be told has waited for too long.`,
  mark: `${key.pk} ${at}`.slice(0, 200),
  patienceMs: STUCK_MS,
});

const nameOf = ({ feed, id }: { feed?: string; id?: string }): Named =>
  (feed === 'cases' || feed === 'threats') && id !== undefined ? { feed, id } : THE_LIST;
