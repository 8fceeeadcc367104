import type { EventBridgeDestination, SqsDestination } from '../config/aws-endpoint-schemas.ts';
import { type EndpointDestination, endpointsIn } from '../config/endpoints.ts';
import type { EventType } from '../config/event-types.ts';
import type { WebhookDestination } from '../config/webhook-schema.ts';
import type { ToRender } from '../outbox/renderer-port.ts';
import type { EndpointEvent, EventContent } from './endpoint-event.ts';
import type { Judged, Transport } from './event-transport.ts';
import type { EpisodeToDecide } from './to-decide.ts';
import type { LinksOf, VerdictLink } from './verdict-links.ts';
import { writeEvent } from './write-event.ts';

type Destinations = Parameters<typeof endpointsIn>[0];

/** Whether a destination is told events of this type; undefined for what is no endpoint. */
export function createChooses(destinations: Destinations) {
  const endpoints = new Map(endpointsIn(destinations));
  return (name: string, type: EventType): boolean | undefined => {
    const endpoint = endpoints.get(name);
    return endpoint && (endpoint.events?.includes(type) ?? true);
  };
}

/** Writes an event as this endpoint gets it, and takes it there once. */
export type Endpoint = (event: EndpointEvent, content: EventContent) => Promise<Judged>;

/** How events get to each type of endpoint. */
export interface Transports {
  readonly webhook: (name: string, destination: WebhookDestination) => Transport;
  readonly sqs: (name: string, destination: SqsDestination) => Transport;
  readonly eventbridge: (name: string, destination: EventBridgeDestination) => Transport;
}

/** Hands out only what a destination may show of people. */
export type Redact = (shown: ToRender, verdict: null) => { readonly shown: ToRender };

export interface EndpointsParts {
  readonly redact: Redact;
  readonly bridge: string;
  readonly transports: Transports;
  /** Links to decide by, for webhooks that get them, while there is something to decide. */
  readonly links?: { readonly of: LinksOf; readonly episodeToDecide: EpisodeToDecide } | undefined;
}

/** What every bus and queue of AWS takes, less some room for names. Webhooks take all that the ledger keeps. */
const AWS_BYTES = 250_000;

/** The endpoints of the configuration, each with how events are written for it and taken there. */
export function createEndpoints(
  destinations: Destinations,
  { redact, bridge, transports, links }: EndpointsParts,
): (destination: string) => Endpoint | null {
  const endpoints = new Map(
    endpointsIn(destinations).map(([name, destination]): [string, Endpoint] => {
      const { format, show = 'full', type } = destination;
      const maxBytes = type === 'webhook' ? undefined : AWS_BYTES;
      const hasLinks = destination.type === 'webhook' && destination.links === true;
      const options = { format, bridge, isFull: show === 'full', maxBytes };
      const carry = transportOf(name, destination, transports);
      return [
        name,
        async (event, content) => {
          const verdictLinks = hasLinks ? await linksFor(event, content) : undefined;
          return carry(event, writeEvent(event, redacted(event, content), { ...options, verdictLinks }));
        },
      ];
    }),
  );
  const linksFor = async (
    { key, type, atMs }: EndpointEvent,
    content: EventContent,
  ): Promise<readonly VerdictLink[] | undefined> => {
    if (!links || content.kind !== 'case' || type === 'case.closed') return undefined;
    const episode = await links.episodeToDecide(key.domain, content.item);
    return episode === null ? undefined : links.of(key, atMs, episode);
  };
  const redacted = ({ key }: EndpointEvent, content: EventContent): EventContent =>
    content.kind === 'decision' || content.kind === 'data'
      ? content
      : (redact({ key, content, memory: null }, null).shown.content as EventContent);
  return (destination) => endpoints.get(destination) ?? null;
}

function transportOf(name: string, destination: EndpointDestination, transports: Transports): Transport {
  switch (destination.type) {
    case 'webhook':
      return transports.webhook(name, destination);
    case 'sqs':
      return transports.sqs(name, destination);
    case 'eventbridge':
      return transports.eventbridge(name, destination);
  }
}
