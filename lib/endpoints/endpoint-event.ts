import type { Answer, Decision, Person } from '../case/answer.ts';
import { deliveryIdOf, eventIdOf } from '../case/delivery-id.ts';
import type { Envelope } from '../case/envelope.ts';
import type { Content } from '../case/message-content.ts';
import type { EventType } from '../config/event-types.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';
import { contentOf, keyOf } from '../outbox/item-content.ts';
import { updatedAtMsOf } from '../posture/schemas/case.ts';

/** What an event says: an item or a notice, or how a decision ended. */
export type EventContent =
  | Exclude<Content, { readonly kind: 'digest' | 'threats' }>
  | { readonly kind: 'decision'; readonly decision: Decision }
  /** An event of another type, as it is to be sent. */
  | { readonly kind: 'data'; readonly data: object };

/** Something that happened, for one endpoint: one row in the ledger until it is taken, and a trace of it afterwards. */
export interface EndpointEvent {
  readonly key: DeliveryKey;
  /** The same for every attempt: receivers drop repeats by it. */
  readonly eventId: string;
  readonly type: EventType;
  readonly atMs: number;
  /** Null once the receiver has it, or does not want it. */
  readonly content: EventContent | null;
  /** Attempts that failed because of this event, as far as the bridge can tell. */
  readonly attempts: number;
  /** When the case was created. This is kept after its content was dropped. */
  readonly createdAtMs?: number | undefined;
  /** When the case had last changed by then. This is kept, too. */
  readonly updatedAtMs?: number | undefined;
  /** The names of the routes that sent the case. */
  readonly routes?: readonly string[] | undefined;
  /** How it ended. */
  readonly end?: 'taken' | 'aborted' | 'not chosen' | undefined;
  /** Why it was not taken the last time. */
  readonly reason?: string | undefined;
  /** What was erased on request. */
  readonly forgotten?: 'item' | 'names' | undefined;
}

const TYPES = { case: 'case.created', threat: 'threat.created', notice: 'bridge.notice' } as const;

/** What an envelope tells a webhook. */
export const eventOf = (envelope: Envelope): EndpointEvent =>
  newEvent({
    key: keyOf(envelope),
    deliveryId: envelope.deliveryId,
    type: typeOf(envelope),
    atMs: Date.parse(envelope.handedOverAt),
    content: contentOf(envelope) as EventContent,
    ...(envelope.kind === 'case' && {
      createdAtMs: Date.parse(envelope.item.created_at),
      updatedAtMs: updatedAtMsOf(envelope.item),
      routes: envelope.routes,
    }),
  });

/** Only the reconciler, which follows the case, knows its state. It reports each change once. */
function typeOf(envelope: Envelope): EventType {
  if (envelope.kind !== 'case' || !envelope.changed) return TYPES[envelope.kind];
  return envelope.item.state === 'closed' ? 'case.closed' : 'case.changed';
}

export interface NewEvent
  extends Pick<
    EndpointEvent,
    'key' | 'type' | 'atMs' | 'content' | 'createdAtMs' | 'updatedAtMs' | 'routes'
  > {
  /** What is told under one id is told once. */
  readonly deliveryId: string;
}

export const newEvent = ({ deliveryId, ...event }: NewEvent): EndpointEvent => ({
  ...event,
  eventId: eventIdOf(deliveryId),
  attempts: 0,
});

/** How decisions ended, for one endpoint; none while they have not. */
export const decisionEvents = (
  { decision, failedOverride, ...about }: Answer,
  destination: string,
): readonly EndpointEvent[] =>
  [failedOverride, decision].flatMap((one) => (one ? endOf(about, one, destination) : []));

function endOf(
  { domain, caseId }: Pick<Answer, 'domain' | 'caseId'>,
  decision: Decision,
  destination: string,
): readonly EndpointEvent[] {
  const { state } = decision;
  if (state.is !== 'recorded' && state.is !== 'failed') return [];
  return [
    newEvent({
      key: { domain, feed: 'cases', id: caseId, destination },
      // One event for each end of a decision: a decision that failed may be retried, and recorded then.
      deliveryId: deliveryIdOf({
        domain,
        feed: 'verdict',
        id: `${caseId}@${decision.id}.${state.is}.${state.atMs}`,
        destination,
      }),
      type: state.is === 'recorded' ? 'verdict.recorded' : 'verdict.failed',
      atMs: state.atMs,
      content: { kind: 'decision', decision },
    }),
  ];
}

/** Each time an analyst said to be on a case, or took it over. */
export const claimEvents = ({ domain, caseId, trail }: Answer, destination: string): EndpointEvent[] =>
  trail.flatMap(({ what, id, by, atMs }) => {
    if ((what !== 'claimed' && what !== 'taken-over') || by === null) return [];
    const claimed_at = new Date(atMs).toISOString();
    const data = { domain, case_id: caseId, claimed_by: personOf(by), claimed_at };
    return newEvent({
      key: { domain, feed: 'cases', id: caseId, destination },
      deliveryId: deliveryIdOf({ domain, feed: 'claim', id: `${caseId}@${id}`, destination }),
      type: 'case.claimed',
      atMs,
      content: { kind: 'data', data },
    });
  });

/** An analyst, as a receiver gets to know them. */
export const personOf = ({ name, surface, id }: Person) => ({ name, chat: surface, id });

/** It is over: its content is not needed any more. */
export const ended = (event: EndpointEvent, end: NonNullable<EndpointEvent['end']>): EndpointEvent => ({
  ...event,
  content: null,
  end,
  reason: undefined,
});
