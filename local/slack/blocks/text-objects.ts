import { z } from 'zod';

/** Slack's limit where a text object is the whole field. */
export const LONGEST_TEXT = 3_000;

export const plainText = (longest: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(longest),
    emoji: z.boolean().optional(),
  });

export const mrkdwnText = (longest: number) =>
  z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(longest),
    verbatim: z.boolean().optional(),
  });

export const anyText = (longest: number) =>
  z.discriminatedUnion('type', [plainText(longest), mrkdwnText(longest)]);

/** `block_id` and `action_id`: optional, Slack generates them if absent. */
export const identifier = z.string().min(1).max(255).optional();

const OPENS = new Set(['http:', 'https:', 'slack:']);

export const linkTarget = z
  .string()
  .min(1)
  .max(3_000)
  .refine((url) => URL.canParse(url) && OPENS.has(new URL(url).protocol), 'invalid url');
