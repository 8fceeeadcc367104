import { z } from 'zod';
import { identifier, linkTarget } from './text-objects.ts';

const style = z
  .strictObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    underline: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional();

const named = (pattern: RegExp) => z.string().regex(pattern, 'invalid id');

const Text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style });
const Link = z.strictObject({
  type: z.literal('link'),
  url: linkTarget,
  text: z.string().min(1).optional(),
  unsafe: z.boolean().optional(),
  style,
});
const User = z.strictObject({ type: z.literal('user'), user_id: named(/^[UW][A-Z0-9]+$/), style });
const Group = z.strictObject({ type: z.literal('usergroup'), usergroup_id: named(/^S[A-Z0-9]+$/), style });
const Channel = z.strictObject({ type: z.literal('channel'), channel_id: named(/^[CGD][A-Z0-9]+$/), style });
const Broadcast = z.strictObject({
  type: z.literal('broadcast'),
  range: z.enum(['here', 'channel', 'everyone']),
  style,
});
const Emoji = z.strictObject({
  type: z.literal('emoji'),
  name: z.string().min(1),
  unicode: z.string().optional(),
  style,
});
const DateElement = z.strictObject({
  type: z.literal('date'),
  timestamp: z.int(),
  format: z.string().min(1),
  url: linkTarget.optional(),
  fallback: z.string().optional(),
  style,
});

const Inline = z.discriminatedUnion('type', [
  Text,
  Link,
  User,
  Group,
  Channel,
  Broadcast,
  Emoji,
  DateElement,
]);

const border = z.int().min(0).max(1).optional();

const Section = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(Inline) });
const Preformatted = z.strictObject({
  type: z.literal('rich_text_preformatted'),
  elements: z.array(z.discriminatedUnion('type', [Text, Link])),
  border,
});
const Quote = z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(Inline), border });
const List = z.strictObject({
  type: z.literal('rich_text_list'),
  style: z.enum(['bullet', 'ordered']),
  elements: z.array(Section).min(1),
  indent: z.int().min(0).max(8).optional(),
  offset: z.int().min(0).optional(),
  border,
});

export const RichText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: identifier,
  elements: z.array(z.discriminatedUnion('type', [Section, Preformatted, Quote, List])).min(1),
});
