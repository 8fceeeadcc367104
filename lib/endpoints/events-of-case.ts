import type { Answer, Decision, Person } from '../case/answer.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import type { Envelope } from '../case/envelope.ts';
import type { EventType } from '../config/event-types.ts';
import { contentOf, keyOf } from '../outbox/item-content.ts';
import { updatedAtMsOf } from '../posture/schemas/case.ts';
import { type EndpointEvent, type EventContent, newEvent } from './endpoint-event.ts';

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

/** How decisions ended, for one endpoint; none while they have not. A correction may come before the first was told. */
export const decisionEvents = (
  { decision, before, failedOverride, ...about }: Answer,
  destination: string,
): readonly EndpointEvent[] =>
  [before, failedOverride, decision].flatMap((one) => (one ? endOf(about, one, destination) : []));

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
