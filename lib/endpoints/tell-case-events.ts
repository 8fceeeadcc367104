import type { Clock } from '../base/clock.ts';
import type { Answer } from '../case/answer.ts';
import { firstEventId } from '../case/delivery-id.ts';
import type { EventType } from '../config/event-types.ts';
import { createWake, type WakeParts } from '../outbox/wake-up.ts';
import type { EndpointEvent } from './endpoint-event.ts';
import type { EventLedger } from './event-ledger.ts';
import { ownTimePriority } from './event-priority.ts';
import { claimEvents, decisionEvents } from './events-of-case.ts';
import { saveNew } from './keep-events.ts';

export interface CaseEventsParts extends WakeParts {
  readonly ledger: Pick<EventLedger, 'save' | 'namesOf'>;
  readonly chooses: (destination: string, type: EventType) => boolean | undefined;
  /** The webhooks that some route may send cases of a domain to. */
  readonly mayBeTold: (domain: string) => readonly string[];
  /** Where the routes send a case, as far as the ledger shows it. */
  readonly routesOf: (domain: string, caseId: string) => Promise<readonly string[]>;
  readonly clock: Clock;
}

/** The next polls make up for a poller that crashed, or a queue that refused the case. Until then a decision waits. */
const CASE_COMES_FIRST_MS = 5 * 60_000;

/** Tells webhooks what analysts do with a case. Each event may repeat: receivers know it by its id. */
export function createCaseEvents(parts: CaseEventsParts) {
  const { ledger, chooses, clock } = parts;
  const wake = createWake(parts);

  async function tell(
    { domain, caseId }: Pick<Answer, 'domain' | 'caseId'>,
    eventsFor: (destination: string) => readonly EndpointEvent[],
  ): Promise<void> {
    if (eventsFor('').length === 0) return;
    const named = await ledger.namesOf({ domain, feed: 'cases', id: caseId });
    const known = new Set(named.map(({ eventId }) => eventId));
    for (const destination of await destinationsOf(domain, caseId, named)) {
      const events = eventsFor(destination).filter(({ type }) => chooses(destination, type));
      const untold = events.filter(({ eventId }) => !known.has(eventId));
      const isEarly = !known.has(firstEventId({ domain, feed: 'cases', id: caseId, destination }));
      for (const event of untold)
        await saveNew(
          { ledger, clock },
          event,
          true,
          isEarly ? ownTimePriority(event.atMs + CASE_COMES_FIRST_MS) : undefined,
        );
      // A claim was told at its own time. Every step of a decision tells it again.
      const last = untold.at(-1) ?? events.find(({ type }) => type !== 'case.claimed');
      if (!last) continue;
      const items = [{ feed: 'cases', id: caseId }] as const;
      await wake({ domain, destination, items, time: last.eventId });
    }
  }

  /** Includes webhooks that the poller still owes the case: their queue may have refused it while a chat had it already. */
  async function destinationsOf(
    domain: string,
    caseId: string,
    named: readonly { readonly destination: string }[],
  ): Promise<ReadonlySet<string>> {
    const told = new Set(named.map(({ destination }) => destination));
    const untold = parts.mayBeTold(domain).filter((name) => !told.has(name));
    const routes = untold.length > 0 ? await parts.routesOf(domain, caseId) : [];
    return new Set([...told, ...untold.filter((name) => routes.includes(name))]);
  }

  /** How a decision ended, and who claimed the case. Everything is told each time, because a function may have crashed before. */
  return (answer: Answer) =>
    tell(answer, (destination) => [
      ...claimEvents(answer, destination),
      ...decisionEvents(answer, destination),
    ]);
}
export type TellEndpoints = ReturnType<typeof createCaseEvents>;

interface Surfaces {
  changed(answer: Answer, reply: unknown, under?: unknown): Promise<void>;
}

/** Shows a change in chats and tells webhooks. If one of them fails, the other is done all the same. */
export const alsoTelling = <Shown extends Surfaces>(
  surfaces: Shown,
  tellEndpoints: TellEndpoints,
): Shown => ({
  ...surfaces,
  changed: (answer, reply, under) => both(tellEndpoints(answer), surfaces.changed(answer, reply, under)),
});

async function both(...effects: readonly Promise<void>[]): Promise<void> {
  for (const ended of await Promise.allSettled(effects)) if (ended.status === 'rejected') throw ended.reason;
}
