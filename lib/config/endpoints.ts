import type { EventBridgeDestination, SqsDestination } from './aws-endpoint-schemas.ts';
import type { WebhookDestination } from './webhook-schema.ts';
import { WEBHOOK } from './webhooks.ts';

type Destinations = Readonly<Record<string, { readonly type: string }>>;

export type EndpointDestination = WebhookDestination | SqsDestination | EventBridgeDestination;

/** With one missing, it does not compile. */
const TYPES: Readonly<Record<EndpointDestination['type'], true>> = {
  [WEBHOOK]: true,
  sqs: true,
  eventbridge: true,
};

/** A destination that is no chat: it is told events, and shows nothing. */
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
 * The queue of the bridge that rings for destinations of a type. That of all endpoints has the name of those that were
 * there first: under another name AWS would replace it, with what it holds.
 */
export const queueNameOf = (type: string): string => (isEndpoint({ type }) ? WEBHOOK : type);
