import type { Trouble } from '../outbox/outage.ts';
import type { EndpointEvent } from './endpoint-event.ts';
import type { Written } from './write-event.ts';

/**
 * What became of an attempt. `endpoint`: every event would fare the same now. `event`: it may be this one only. `maybeEvent`:
 * of an endpoint trouble, that the receiver is there and may fail at this event.
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

/** Takes an event to its endpoint, once. Whatever the other side does is a value: it throws for nothing of that. */
export type Transport = (event: EndpointEvent, written: Written) => Promise<Judged>;
