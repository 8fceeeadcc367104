import { bytesOf, toMessageText } from '../base/queues/message-text.ts';
import { trimItem } from '../case/trim-item.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import type { EndpointEvent, EventContent } from './endpoint-event.ts';
import { type DataOptions, dataOf } from './event-data.ts';

export interface WriteOptions extends DataOptions {
  readonly format: 'plain' | 'cloudevents';
  /** The name of the bridge: where an event is from. */
  readonly bridge: string;
  /** What the transport takes at most; an item is made to fit. */
  readonly maxBytes?: number | undefined;
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
