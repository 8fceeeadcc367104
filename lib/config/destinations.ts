import * as z from 'zod/mini';
import { addressProblem, parameterName, shaped } from './fields.ts';
import { readQueueUrl } from './queue-url.ts';
import { strict, textThat } from './strict.ts';

const slackChannel = textThat((text) => {
  if (/^[CG][A-Z0-9]{7,20}$/.test(text)) return null;
  return text.startsWith('#')
    ? 'is the name of a channel, and names change: use its id, which stands at the bottom of the channel details in Slack, like C0123ABCD'
    : 'must be the id of a Slack channel, like C0123ABCD';
});

const Slack = strict({
  type: z.literal('slack'),
  /** The channel's id, like `C0123ABCD`. */
  channel: slackChannel,
  /** The SSM name of a bot token for this channel alone; `slack.botToken` unless given. */
  token: z.optional(parameterName),
});

const Teams = strict({
  type: z.literal('teams'),
  channel: z.optional(
    shaped(
      /^19:[A-Za-z0-9_-]{1,200}@thread\.(?:tacv2|skype)$/,
      'must be the id of a Teams channel, like 19:...@thread.tacv2; the bot says it when it is added to the channel',
    ),
  ),
  workflowUrl: z.optional(parameterName),
});

const Webhook = strict({
  type: z.literal('webhook'),
  url: textThat(addressProblem),
  /** The SSM name of the signing secret (`whsec_...`). */
  secret: parameterName,
});

const Sqs = strict({
  type: z.literal('sqs'),
  queueUrl: textThat((text) =>
    readQueueUrl(text)
      ? null
      : 'must be the address of a queue, like https://sqs.eu-west-1.amazonaws.com/123456789012/lake',
  ),
});

export type SlackDestinationInput = z.input<typeof Slack>;
export type SlackDestination = SlackDestinationInput & { token: string };
/** A channel the bot is in: cases can be decided there. */
export type TeamsBotDestination = { type: 'teams'; channel: string; workflowUrl?: never };
/** A channel with a Workflow webhook, whose address is a secret: it is told, and cannot answer. */
export type TeamsWorkflowDestination = { type: 'teams'; workflowUrl: string; channel?: never };
export type TeamsDestination = TeamsBotDestination | TeamsWorkflowDestination;
export type WebhookDestination = z.infer<typeof Webhook>;
export type SqsDestination = z.infer<typeof Sqs>;

type Others = TeamsDestination | WebhookDestination | SqsDestination;
export type DestinationInput = SlackDestinationInput | Others;
export type Destination = SlackDestination | Others;

/** That a Teams destination has exactly one of its two forms is checked with the cross-checks. */
export const Destination = z.discriminatedUnion('type', [
  Slack,
  Teams,
  Webhook,
  Sqs,
]) as unknown as z.ZodMiniType<DestinationInput, DestinationInput>;
