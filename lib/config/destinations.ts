import * as z from 'zod/mini';
import { EventBridge, type EventBridgeInput, Sqs, type SqsInput } from './aws-endpoint-schemas.ts';
import { type ChatDestination, type ChatDestinationInput, schemaOf } from './chat-schemas.ts';
import { CHATS } from './chats.ts';
import type { EndpointDestination } from './endpoints.ts';
import { strict } from './schema/strict.ts';
import { ScopedVerdicts, type ScopedVerdictsInput } from './verdicts.ts';
import { Webhook, type WebhookInput } from './webhook-schema.ts';

export type { WebhookDestination } from './webhook-schema.ts';

/** Who may decide there, overriding routes and domains. */
interface Scoped<Says> {
  verdicts?: Says | undefined;
}

export type DestinationInput =
  | (ChatDestinationInput & Scoped<ScopedVerdictsInput>)
  | WebhookInput
  | SqsInput
  | EventBridgeInput;
export type Destination = (ChatDestination & Scoped<ScopedVerdicts>) | EndpointDestination;

type Options = Parameters<typeof z.discriminatedUnion>[1];

export const Destination = z.discriminatedUnion('type', [
  ...CHATS.map((chat) => strict({ ...schemaOf(chat).Destination.shape, verdicts: ScopedVerdicts })),
  Webhook,
  Sqs,
  EventBridge,
] as unknown as Options) as unknown as z.ZodMiniType<DestinationInput, DestinationInput>;
