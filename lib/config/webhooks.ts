import type { NamedLists, NamedPeople } from './chats/chat-section.ts';
import type { WebhookDestination } from './webhook-schema.ts';

type Destinations = Readonly<Record<string, { readonly type: string }>>;

/** A system that takes signed requests over https, as a type of destination. */
export const WEBHOOK = 'webhook' as const;

/** Where systems send verdicts, each behind its own name. */
export const VERDICTS_PATH = '/verdicts';

/** Where links lead. Not behind the part that nobody can guess: links are read by many, and that part must stay unknown. */
export const LINK_PATH = '/verdict-link';

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

/** The systems that a rule names. */
export const namedWebhooks = ({ webhooks = [] }: NamedLists): NamedPeople => ({
  users: webhooks,
  groups: [],
});

/** What it takes to verify what a system sends. */
export const secretsOfSystems = (systems: readonly (readonly [string, WebhookDestination])[]) =>
  systems.flatMap(([, { secret }]) => secret);

/** Whether events hold links to decide by. */
export const hasLinks = (destinations: Destinations): boolean =>
  webhooksIn(destinations).some(([, { links }]) => links === true);
