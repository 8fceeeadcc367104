import type { ToRender } from '../chats/shared/renderer.ts';
import type { EventType } from '../config/event-types.ts';
import type { WebhookDestination } from '../config/webhook-schema.ts';
import { webhooksIn } from '../config/webhooks.ts';
import type { Clock } from '../platform/clock.ts';
import type { AddressRules } from '../platform/http/address-rules.ts';
import type { EventContent, HookEvent } from './hook-event.ts';
import { readSigners, type Signer } from './sign.ts';
import type { LinksOf } from './verdict-links.ts';
import { type Written, writeEvent } from './write-event.ts';

type Destinations = Parameters<typeof webhooksIn>[0];

/** Whether a destination is told events of this type; undefined for what is no webhook. */
export function createChooses(destinations: Destinations) {
  const webhooks = new Map(webhooksIn(destinations));
  return (name: string, type: EventType): boolean | undefined => {
    const webhook = webhooks.get(name);
    return webhook && (webhook.events?.includes(type) ?? true);
  };
}

/** Where events go, and how they are written there. */
export interface Endpoint {
  readonly url: string;
  readonly rules: AddressRules;
  readonly write: (event: HookEvent, content: EventContent) => Written;
}

/** Hands out only what a destination may show of people. */
export type Veil = (shown: ToRender, verdict: null) => { readonly shown: ToRender };

/** The endpoints of the configuration, each with how events are written for it. */
export function createEndpoints(
  webhooks: readonly (readonly [string, WebhookDestination])[],
  { veil, bridge, linksOf }: { veil: Veil; bridge: string; linksOf?: LinksOf | undefined },
): (destination: string) => Endpoint | null {
  const endpoints = new Map(
    webhooks.map(
      ([name, { url, format, show = 'full', privateRanges, local, links }]): [string, Endpoint] => [
        name,
        {
          url,
          rules: { privateRanges, local },
          write: (event, content) =>
            writeEvent(event, veiled(event, content), {
              ...{ format, bridge, isFull: show === 'full' },
              linksOf: links ? linksOf : undefined,
            }),
        },
      ],
    ),
  );
  const veiled = ({ key }: HookEvent, content: EventContent): EventContent =>
    content.kind === 'decision' || content.kind === 'data'
      ? content
      : (veil({ key, content, memory: null }, null).shown.content as EventContent);
  return (destination) => endpoints.get(destination) ?? null;
}

/** What proves to an endpoint that a request is from here. */
export interface Credentials {
  readonly signers: readonly Signer[];
  /** Sent along as they are. */
  readonly headers: Readonly<Record<string, string>>;
}

/** For so long a secret is used without being read again. */
const FRESH_MS = 5 * 60_000;

/** Reads the secrets of endpoints, and again when they were refused or are no longer fresh. */
export function createCredentials(
  destinations: Destinations,
  { readSecret, clock }: { readSecret: (name: string) => Promise<string>; clock: Clock },
) {
  const webhooks = new Map(webhooksIn(destinations));
  const known = new Map<string, { readonly at: number; readonly credentials: Credentials }>();
  return {
    async of(name: string): Promise<Credentials> {
      const before = known.get(name);
      if (before && clock.now() - before.at < FRESH_MS) return before.credentials;
      const { secret = [], headers = {} } = webhooks.get(name) ?? {};
      const signers = (await Promise.all(secret.map(readSecret))).flatMap(readSigners);
      const values = Object.entries(headers).map(
        async ([header, parameter]) =>
          [header.toLowerCase(), headerText(await readSecret(parameter))] as const,
      );
      const credentials = { signers, headers: Object.fromEntries(await Promise.all(values)) };
      known.set(name, { at: clock.now(), credentials });
      return credentials;
    },
    /** They were refused: another may be in their place by now. */
    forget: (name: string): void => void known.delete(name),
  };
}

/** A line break in it would be another header. */
const headerText = (text: string): string => text.trim().replace(/[^\x20-\x7e]/g, '');
