import type { Decision } from '../case/answer.ts';
import { severityOf } from '../case/evidence.ts';
import type { EventType } from '../config/event-types.ts';
import type { EndpointEvent, EventContent } from './endpoint-event.ts';
import type { EventData } from './event-schemas.ts';
import { personOf } from './events-of-case.ts';
import type { VerdictLink } from './verdict-links.ts';

export interface DataOptions {
  /** Shows everything about people. Otherwise texts that analysts and the platform wrote are left out. */
  readonly isFull: boolean;
  /** Links to decide a case by, where its destination gets them and there is something to decide. */
  readonly verdictLinks?: readonly VerdictLink[] | undefined;
}

/** What an event says, in the fields of its schema. */
export function dataOf(
  { key }: EndpointEvent,
  content: EventContent,
  { isFull, verdictLinks: links }: DataOptions,
): EventData[EventType] | object {
  const { domain, id } = key;
  switch (content.kind) {
    case 'case': {
      const { item, trimmed } = content;
      const said = { domain, severity: severityOf(item), case: item, trimmed: [...trimmed] };
      return links ? { ...said, verdict_links: links } : said;
    }
    case 'threat':
      return { domain, threat: content.item, trimmed: [...content.trimmed] };
    case 'notice': {
      const { code, title, text } = content.notice;
      return { code, title, text };
    }
    case 'decision':
      return decisionData(domain, id, content.decision, isFull);
    case 'data':
      return content.data;
  }
}

/** A decision, as events and answers tell it. */
export function decisionData(
  domain: string,
  case_id: string,
  decision: Decision,
  isFull: boolean,
): EventData['verdict.recorded'] | EventData['verdict.failed'] | object {
  const { state } = decision;
  const said = {
    domain,
    case_id,
    decision_id: decision.id,
    outcome: decision.outcome,
    comment: isFull ? decision.comment : null,
    decided_by: personOf(decision.by),
    approved_by: decision.approvedBy && personOf(decision.approvedBy),
    destination: decision.place,
    decided_at: new Date(decision.clickedAtMs).toISOString(),
  };
  if (state.is === 'recorded')
    return { ...said, recorded_at: new Date(state.atMs).toISOString(), resolved: state.resolved };
  if (state.is !== 'failed') return said;
  return {
    ...said,
    failed_at: new Date(state.atMs).toISOString(),
    because: state.because,
    message: isFull ? state.message : null,
    may_be_recorded: state.mayBeRecorded,
  };
}
