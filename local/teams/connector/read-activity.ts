import { z } from 'zod';
import type { Fields } from '../../stand-in-kit/fields.ts';
import { CARD_TYPE, checkCard } from '../cards/check-card.ts';
import { jsonBytes } from '../json.ts';
import type { Content } from '../state/messages.ts';
import { badSyntax, ConnectorError } from './connector-error.ts';

/** Teams accepts about 100 KB and recommends 80: the stand-in accepts no more than recommended. */
export const LARGEST_ACTIVITY_BYTES = 80 * 1024;

const account = z.looseObject({ id: z.string().min(1) });

const Attachment = z.strictObject({
  contentType: z.literal(CARD_TYPE),
  content: z.record(z.string(), z.unknown()),
  name: z.string().nullish(),
  contentUrl: z.null().optional(),
  thumbnailUrl: z.null().optional(),
});

const Mention = z.strictObject({
  type: z.literal('mention'),
  text: z.string().regex(/^<at>[^<>]+<\/at>$/),
  mentioned: account,
});

const Activity = z.strictObject({
  type: z.literal('message'),
  id: z.string().optional(),
  text: z.string().optional(),
  textFormat: z.enum(['plain', 'markdown', 'xml']).optional(),
  summary: z.string().optional(),
  attachments: z.array(Attachment).max(10).optional(),
  attachmentLayout: z.enum(['list', 'carousel']).optional(),
  entities: z.array(Mention).optional(),
  importance: z.enum(['low', 'normal', 'high', 'urgent']).optional(),
  inputHint: z.string().optional(),
  locale: z.string().optional(),
  channelId: z.literal('msteams').optional(),
  serviceUrl: z.string().optional(),
  channelData: z.record(z.string(), z.unknown()).optional(),
  from: account.optional(),
  recipient: account.optional(),
  conversation: account.optional(),
  replyToId: z.string().optional(),
});
export type Activity = z.infer<typeof Activity>;

export const firstProblem = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return `/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'is not acceptable'}`;
};

export const checkCards = (cards: readonly unknown[]): void => {
  for (const card of cards) {
    const [problem] = checkCard(card);
    if (problem !== undefined) throw badSyntax(`Invalid Adaptive Card: ${problem}`);
  }
};

/** The content of the activity, once all of it was found valid. */
export const readActivity = (value: unknown): { readonly activity: Activity; readonly content: Content } => {
  const parsed = Activity.safeParse(value);
  if (!parsed.success) throw badSyntax(`Activity is not valid. ${firstProblem(parsed.error)}`);
  const activity = parsed.data;
  if (jsonBytes(activity) > LARGEST_ACTIVITY_BYTES)
    throw new ConnectorError(413, 'MessageSizeTooBig', 'The size of the message is too big.');
  const { text = '', textFormat = 'markdown', attachments = [], entities = [], summary } = activity;
  if (text.trim() === '' && attachments.length === 0)
    throw badSyntax('Activity must include non empty text or attachments.');
  for (const { text: mention } of entities)
    if (!text.includes(mention)) throw badSyntax('A mention does not stand in the text.');
  const cards = attachments.map(({ content }): Fields => content);
  checkCards(cards);
  return {
    activity,
    content: { text, textFormat, cards, entities, ...(summary === undefined ? {} : { summary }) },
  };
};
