import type { Todo } from '../base/todo-list.ts';
import type { Outage } from '../outbox/outage.ts';
import { isOrdinary, timeIn } from '../outbox/priority.ts';
import type { Problem } from './findings.ts';

/** What is known of a destination for which something waits. */
export interface WaitedFor {
  /** The first that should be on its way by now. */
  readonly first: Todo;
  /** Why the destination takes nothing; nothing while it takes messages. */
  readonly outage: Outage | null | undefined;
  readonly waiting: {
    isLate(todo: Todo, nowMs: number): boolean;
    words(destination: string): string;
  };
  /** The destination of notices to operators: a problem there cannot be told there. */
  readonly ops: string | undefined;
}

/** Most outages are shorter, and end without anybody. */
const CLOSED_FOR_MS = 10 * 60_000;
/** How long a new item may wait behind others. */
const LATE_MS = 20 * 60_000;
/** How long the same message may be first on its list. */
const STUCK_MS = 8 * 60_000;

/** Whether it has waited for its chat for too long, even if the list moves. */
export const isLateInChat = ({ at }: Pick<Todo, 'at'>, nowMs: number): boolean =>
  isOrdinary(at) && nowMs - timeIn(at) >= LATE_MS;

/** What is wrong where something waits. If nothing is, then it is only a suspicion, which the next run dispels. */
export const problemOf = (destination: string, waitedFor: WaitedFor, nowMs: number): Problem =>
  waitedFor.outage
    ? {
        heading: 'Destination is closed',
        subject: destination,
        sentence: `Nothing can be shown at ${destination} since ${new Date(waitedFor.outage.sinceMs).toISOString()}. What is for it waits.`,
        sinceMs: waitedFor.outage.sinceMs,
        patienceMs: CLOSED_FOR_MS,
        reportedElsewhere: destination !== waitedFor.ops,
      }
    : problemOfWaiting(destination, waitedFor, nowMs);

/** What goes first changes from run to run while a function works for the destination. */
const problemOfWaiting = (destination: string, { first, waiting }: WaitedFor, nowMs: number): Problem => ({
  heading: 'Deliveries are late',
  subject: destination,
  sentence: `What ${waiting.words(destination)} has waited for too long.`,
  ...(!waiting.isLate(first, nowMs) && {
    isSuspicion: true,
    mark: `${first.key.pk} ${first.at}`.slice(0, 200),
    patienceMs: STUCK_MS,
  }),
});
