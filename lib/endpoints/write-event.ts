import { bytesOf, toMessageText } from '../base/queues/message-text.ts';
import type { Decision } from '../case/answer.ts';
import { severityOf } from '../case/evidence.ts';
import { trimItem } from '../case/trim-item.ts';
import type { EventType } from '../config/event-types.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import type { EndpointEvent, EventContent } from './endpoint-event.ts';
import type { EventData } from './event-schemas.ts';
import { personOf } from './events-of-case.ts';
import type { VerdictLink } from './verdict-links.ts';

export interface WriteOptions {
  readonly format: 'plain' | 'cloudevents';
  /** The name of the bridge: where an event is from. */
  readonly bridge: string;
  /** Shows everything about people. Otherwise texts that analysts and the platform wrote are left out. */
  readonly isFull: boolean;
  /** What the transport takes at most; an item is made to fit. */
  readonly maxBytes?: number | undefined;
  /** Links to decide a case by, where its destination gets them and there is something to decide. */
  readonly verdictLinks?: readonly VerdictLink[] | undefined;
}

export interface Written {
  readonly body: string;
  readonly contentType: string;
}

const VERSION = 1;
/** Stands before the type of an event, so that a shared bus can tell whose event it is. */
const TYPE_PREFIX = 'posture-bridge.';

/** An event as a receiver gets it. It is the same for every attempt, but loses its links once the case is decided. */
export function writeEvent(event: EndpointEvent, content: EventContent, options: WriteOptions): Written {
  const { maxBytes = Number.POSITIVE_INFINITY } = options;
  const whole = writeWhole(event, content, options);
  const bytes = Buffer.byteLength(whole.body);
  if (bytes <= maxBytes || (content.kind !== 'case' && content.kind !== 'threat')) return whole;
  const around = bytes - bytesOf(content.item);
  return writeWhole(event, trimmed(content, maxBytes - around - NOTES_BYTES), options);
}

/** For the words that say what was left out. */
const NOTES_BYTES = 2_000;

function trimmed(content: ItemContent, maxBytes: number): EventContent {
  const { item, what } = trimItem<Case | Threat>(content.kind, content.item, maxBytes);
  return { ...content, item, trimmed: [...content.trimmed, ...what] } as EventContent;
}

type ItemContent = Extract<EventContent, { readonly kind: 'case' | 'threat' }>;

function writeWhole(event: EndpointEvent, content: EventContent, options: WriteOptions): Written {
  const { type, eventId: id, atMs, key } = event;
  const timestamp = new Date(atMs).toISOString();
  const data = dataOf(event, content, options);
  if (options.format === 'plain') {
    return {
      body: toMessageText({ type, version: VERSION, id, timestamp, data }),
      contentType: 'application/json',
    };
  }
  const named = key.feed === 'cases' || key.feed === 'threats';
  const cloudEvent = {
    specversion: '1.0',
    id,
    source: `urn:posture-bridge:${encodeURIComponent(options.bridge)}:${encodeURIComponent(key.domain)}`,
    type: `${TYPE_PREFIX}${type}`,
    ...(named && { subject: subjectOf(key) }),
    time: timestamp,
    datacontenttype: 'application/json',
    dataschema: `urn:posture-bridge:event:${type}:v${VERSION}`,
    data,
  };
  return { body: toMessageText(cloudEvent), contentType: 'application/cloudevents+json; charset=utf-8' };
}

/** Escaped as in a URL, because an id may hold characters that an attribute may not. Ids of the contract stay as they are. */
const subjectOf = ({ feed, id }: DeliveryKey): string =>
  `${feed}/${encodeURIComponent(id.replace(/\p{Surrogate}/gu, '\ufffd'))}`;

function dataOf(
  { key }: EndpointEvent,
  content: EventContent,
  { isFull, verdictLinks: links }: WriteOptions,
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
