import type { WebhookDestination } from './webhook-schema.ts';

type Destinations = Readonly<Record<string, { readonly type: string }>>;

/** A system that takes signed requests over https, as a type of destination. */
export const WEBHOOK = 'webhook' as const;

export const isWebhook = (destination: { readonly type: string } | undefined): boolean =>
  destination?.type === WEBHOOK;

/** The webhooks of a configuration, by their names. */
export const webhooksIn = (destinations: Destinations): readonly (readonly [string, WebhookDestination])[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    isWebhook(one) ? [[name, one as unknown as WebhookDestination] as const] : [],
  );

/** What the function needs that sends to them. */
export const secretsOfWebhooks = (destinations: Destinations): readonly string[] =>
  webhooksIn(destinations).flatMap(([, { secret, headers }]) => [...secret, ...Object.values(headers ?? {})]);
