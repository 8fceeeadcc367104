import { change } from '../base/change.ts';
import type { Clock, Random } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { leaveToNewer } from '../base/read-versioned.ts';
import type { Todo } from '../base/todo-list.ts';
import type { Metrics } from '../config/metrics.ts';
import { WEBHOOK } from '../config/webhooks.ts';
import type { Trouble } from '../outbox/outage.ts';
import { type EndpointEvent, ended } from './endpoint-event.ts';
import type { EventLedger, SavedEvent } from './event-ledger.ts';
import { givenUpPriority, isGivenUp, ownTimePriority, timeIn } from './event-priority.ts';
import type { Endpoint } from './open-endpoints.ts';
import { MOST_ATTEMPTS, pauseMs } from './retry-pauses.ts';

export interface SendEventParts {
  readonly ledger: Pick<EventLedger, 'read' | 'save' | 'rowOf'>;
  readonly endpoint: Endpoint;
  /** Puts a wake-up among the dead letters, by which a person can have the event tried again. */
  readonly park: (event: EndpointEvent, reason: string) => Promise<void>;
  /** When its endpoint last took something, as far as this process knows; 0 where it knows nothing. */
  readonly takenAtMs: () => number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
}

export type Sent =
  /** Nothing is to be done about it any more, or only by a newer version. */
  | { readonly is: 'passed' }
  /** The receiver has it, or does not want it. */
  | { readonly is: 'over'; readonly disable?: Trouble | undefined }
  /** It failed, and has another priority now. `isThere`: the answer shows that the receiver is up. */
  | { readonly is: 'event'; readonly isThere: boolean }
  /** The endpoint failed, and the event keeps its priority. `blame`: call this if it was the event after all. */
  | {
      readonly is: 'endpoint';
      readonly trouble: Trouble;
      readonly leastMs: number;
      readonly maybeEvent: boolean;
      readonly blame: () => Promise<void>;
    };

/**
 * Sends one event once. The row is written after the answer: a crash in between sends the event again under the same id, and
 * receivers drop it. Written before, the same crash would lose the event.
 */
export function createSendEvent(parts: SendEventParts): (todo: Todo) => Promise<Sent> {
  const { ledger, endpoint, park, takenAtMs, clock, random, log, metrics } = parts;

  return async function sendEvent({ key }) {
    const saved = await ledger.read(key).catch(leaveToNewer);
    if (saved?.todo === undefined || isGivenUp(saved.todo)) return { is: 'passed' };
    const { content } = saved.value;
    if (content === null) {
      await changeEvent(saved, (event) => [ended(event, 'aborted'), null]);
      return { is: 'passed' };
    }
    const judged = await endpoint(saved.value, content);
    const { destination } = saved.value.key;
    switch (judged.is) {
      case 'taken':
        await changeEvent(saved, (event) => [ended(event, 'taken'), null]);
        metrics('surface', { Surface: WEBHOOK }, taken(saved.value, clock.now()));
        return { is: 'over', disable: judged.disable };
      case 'aborted':
        log('not wanted by its receiver', { destination, id: saved.value.eventId, reason: judged.reason });
        await changeEvent(saved, (event) => [ended(event, 'aborted'), null]);
        return { is: 'over' };
      case 'event':
        await fail(saved, judged, true);
        return { is: 'event', isThere: true };
      case 'endpoint': {
        const { trouble, leastMs, maybeEvent } = judged;
        const failure = { reason: trouble.reason, leastMs };
        // The event failed before while others were taken. Whether it failed again, or the endpoint is down now, is not clear.
        if (maybeEvent && saved.value.attempts > 0) {
          await fail(saved, failure, takenAtMs() > lastTriedMs(saved));
          return { is: 'event', isThere: false };
        }
        return { ...judged, blame: () => fail(saved, failure, true) };
      }
    }
  };

  /** The event waits for a time of its own, or is given up after enough attempts; but not while all others may fail as well. */
  async function fail(
    saved: SavedEvent,
    { reason, leastMs }: { reason: string; leastMs: number },
    othersAreTaken: boolean,
  ): Promise<void> {
    const isLast = othersAreTaken && saved.value.attempts + 1 >= MOST_ATTEMPTS;
    const attempts = Math.min(saved.value.attempts + 1, MOST_ATTEMPTS - 1);
    // Parked first: a crash in between parks it again, under the same id.
    if (isLast) {
      await park(saved.value, reason);
      metrics('surface', { Surface: WEBHOOK }, { MessagesParked: 1 });
      log('parked', { ...saved.value.key, id: saved.value.eventId, reason });
    }
    const priority = isLast
      ? givenUpPriority(saved.value.atMs)
      : ownTimePriority(clock.now() + pauseMs(attempts, random, leastMs));
    await changeEvent(saved, (event) => [{ ...event, attempts: isLast ? 0 : attempts, reason }, priority]);
  }

  /** Another function may have changed the row meanwhile: a person was forgotten, or the event is tried again. */
  async function changeEvent(
    known: SavedEvent,
    nextOf: (event: EndpointEvent) => readonly [EndpointEvent, string | null],
  ): Promise<void> {
    type Next = ReturnType<typeof nextOf>;
    const saved = {
      known,
      load: () => ledger.read(ledger.rowOf(known.value)),
      save: ([event, priority]: Next, row: SavedEvent | null) =>
        ledger.save(event, row?.version ?? 0, priority, clock.now()),
    };
    await change(saved, (row) => ({ next: row ? nextOf(row.value) : undefined }));
  }
}

/** The latest time of the attempt before: since then the event waited at least for its pause. */
const lastTriedMs = ({ value, todo = '' }: SavedEvent): number =>
  timeIn(todo) - pauseMs(value.attempts, () => 0);

const taken = ({ atMs }: EndpointEvent, nowMs: number) => ({
  MessagesPosted: 1,
  TimeToPost: Math.max(0, nowMs - atMs),
});
