import type { EventBridgeDestination, SqsDestination } from './aws-endpoint-schemas.ts';
import type { WebhookDestination } from './webhook-schema.ts';
import { WEBHOOK } from './webhooks.ts';

type Destinations = Readonly<Record<string, { readonly type: string }>>;

export type EndpointDestination = WebhookDestination | SqsDestination | EventBridgeDestination;

/** Does not compile if a type is missing. */
const TYPES: Readonly<Record<EndpointDestination['type'], true>> = {
  [WEBHOOK]: true,
  sqs: true,
  eventbridge: true,
};

/** A destination that is not a chat: it receives events, and shows nothing. */
export const isEndpoint = (destination: { readonly type: string } | undefined): boolean =>
  destination !== undefined && Object.hasOwn(TYPES, destination.type);

/** The endpoints of a configuration, by their names. */
export const endpointsIn = (
  destinations: Destinations,
): readonly (readonly [string, EndpointDestination])[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    isEndpoint(one) ? [[name, one as unknown as EndpointDestination] as const] : [],
  );

/**
 * The queue with the wake-ups for destinations of a type. All endpoints share one, named after the first kind of
 * endpoint: under another name AWS would replace the queue, together with its messages.
 */
export const queueNameOf = (type: string): string => (isEndpoint({ type }) ? WEBHOOK : type);
