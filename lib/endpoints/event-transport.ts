import type { Trouble } from '../outbox/outage.ts';
import type { EndpointEvent } from './endpoint-event.ts';
import type { Written } from './write-event.ts';

/**
 * How an attempt ended. `endpoint`: every event would fail now. `event`: perhaps only this one fails. `maybeEvent`: the
 * endpoint failed, but the receiver is there, so this event may be the cause.
 */
export type Judged =
  | { readonly is: 'taken'; readonly disable?: Trouble | undefined }
  /** The receiver does not want this event, ever. */
  | { readonly is: 'aborted'; readonly reason: string }
  | { readonly is: 'event'; readonly reason: string; readonly leastMs: number }
  | {
      readonly is: 'endpoint';
      readonly trouble: Trouble;
      readonly leastMs: number;
      readonly maybeEvent: boolean;
    };

/** Takes an event to its endpoint once. Never throws because of what the other side does. */
export type Transport = (event: EndpointEvent, written: Written) => Promise<Judged>;
