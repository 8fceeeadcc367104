import type { NamedLists, NamedPeople } from './chats/chat-section.ts';
import type { WebhookDestination } from './webhook-schema.ts';

type Destinations = Readonly<Record<string, { readonly type: string }>>;

/** A system that accepts signed requests over https, as a type of destination. */
export const WEBHOOK = 'webhook' as const;

/** Where systems send verdicts, each under its own name. */
export const VERDICTS_PATH = '/verdicts';

/** Where links lead, under a secret part of their own: many people read links, and must not learn where chats send clicks. */
export const LINK_PATH = '/verdict-link';

export const isWebhook = (destination: { readonly type: string } | undefined): boolean =>
  destination?.type === WEBHOOK;

/** The webhooks of a configuration, by their names. */
export const webhooksIn = (destinations: Destinations): readonly (readonly [string, WebhookDestination])[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    isWebhook(one) ? [[name, one as unknown as WebhookDestination] as const] : [],
  );

/** Names of the secrets that the function that sends to webhooks needs. */
export const secretsOfWebhooks = (destinations: Destinations): readonly string[] =>
  webhooksIn(destinations).flatMap(([, { secret, headers }]) => [...secret, ...Object.values(headers ?? {})]);

/** The systems that a rule names. */
export const namedWebhooks = ({ webhooks = [] }: NamedLists): NamedPeople => ({
  users: webhooks,
  groups: [],
});

/** Names of the secrets needed to verify what a system sends. */
export const secretsOfSystems = (systems: readonly (readonly [string, WebhookDestination])[]) =>
  systems.flatMap(([, { secret }]) => secret);

/** Whether events contain decision links. */
export const hasLinks = (destinations: Destinations): boolean =>
  webhooksIn(destinations).some(([, { links }]) => links === true);
