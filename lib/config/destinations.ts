import * as z from 'zod/mini';
import { type ChatDestination, type ChatDestinationInput, schemaOf } from './chat-schemas.ts';
import { CHATS } from './chats.ts';
import { readQueueUrl } from './queue-url.ts';
import { strict, textThat } from './schema/strict.ts';
import { ScopedVerdicts, type ScopedVerdictsInput } from './verdicts.ts';
import { Webhook, type WebhookDestination, type WebhookInput } from './webhook-schema.ts';

const Sqs = strict({
  type: z.literal('sqs'),
  queueUrl: textThat((text) =>
    readQueueUrl(text)
      ? null
      : 'must be the address of a queue, like https://sqs.eu-west-1.amazonaws.com/123456789012/lake',
  ),
});

export type { WebhookDestination } from './webhook-schema.ts';
export type SqsDestination = z.infer<typeof Sqs>;

/** Who may decide there, whatever routes and domains say. */
interface Scoped<Says> {
  verdicts?: Says | undefined;
}

export type DestinationInput =
  | (ChatDestinationInput & Scoped<ScopedVerdictsInput>)
  | WebhookInput
  | SqsDestination;
export type Destination = (ChatDestination & Scoped<ScopedVerdicts>) | WebhookDestination | SqsDestination;

type Options = Parameters<typeof z.discriminatedUnion>[1];

export const Destination = z.discriminatedUnion('type', [
  ...CHATS.map((chat) => strict({ ...schemaOf(chat).Destination.shape, verdicts: ScopedVerdicts })),
  Webhook,
  Sqs,
] as unknown as Options) as unknown as z.ZodMiniType<DestinationInput, DestinationInput>;
