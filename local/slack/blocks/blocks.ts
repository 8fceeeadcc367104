import { z } from 'zod';
import { DataTable } from './data-table.ts';
import { Accessory, ActionElement, ImageElement, InputElement } from './elements.ts';
import { RichText } from './rich-text.ts';
import { anyText, identifier, LONGEST_TEXT, linkTarget, mrkdwnText, plainText } from './text-objects.ts';

const Section = z
  .strictObject({
    type: z.literal('section'),
    block_id: identifier,
    text: anyText(LONGEST_TEXT).optional(),
    fields: z.array(anyText(2_000)).min(1).max(10).optional(),
    accessory: Accessory.optional(),
    expand: z.boolean().optional(),
  })
  .superRefine(({ text, fields }, context) => {
    if (text === undefined && fields === undefined)
      context.addIssue({ code: 'custom', message: 'must define either `text` or `fields`' });
  });

const Header = z.strictObject({ type: z.literal('header'), block_id: identifier, text: plainText(150) });

const Divider = z.strictObject({ type: z.literal('divider'), block_id: identifier });

const Context = z.strictObject({
  type: z.literal('context'),
  block_id: identifier,
  elements: z
    .array(z.discriminatedUnion('type', [ImageElement, plainText(LONGEST_TEXT), mrkdwnText(LONGEST_TEXT)]))
    .min(1)
    .max(10),
});

const Actions = z.strictObject({
  type: z.literal('actions'),
  block_id: identifier,
  elements: z.array(ActionElement).min(1).max(25),
});

const Image = z.strictObject({
  type: z.literal('image'),
  block_id: identifier,
  image_url: linkTarget,
  alt_text: z.string().min(1).max(2_000),
  title: plainText(2_000).optional(),
});

const Input = z.strictObject({
  type: z.literal('input'),
  block_id: identifier,
  label: plainText(2_000),
  element: InputElement,
  hint: plainText(2_000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
});

/** What a form may have, too. */
const ViewBlock = z.discriminatedUnion('type', [
  Section,
  Header,
  Divider,
  Context,
  Actions,
  Image,
  Input,
  RichText,
]);
export const Block = z.discriminatedUnion('type', [...ViewBlock.options, DataTable]);
export type Block = z.infer<typeof Block>;

export const MessageBlocks = z.array(Block).max(50);

export const View = z
  .strictObject({
    type: z.literal('modal'),
    title: plainText(24),
    blocks: z.array(ViewBlock).min(1).max(100),
    submit: plainText(24).optional(),
    close: plainText(24).optional(),
    private_metadata: z.string().max(3_000).optional(),
    callback_id: z.string().max(255).optional(),
    external_id: z.string().max(255).optional(),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
    submit_disabled: z.boolean().optional(),
  })
  .superRefine(({ blocks, submit }, context) => {
    if (submit === undefined && blocks.some(({ type }) => type === 'input'))
      context.addIssue({ code: 'custom', message: 'missing required field: submit' });
  });
export type View = z.infer<typeof View>;
