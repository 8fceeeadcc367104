import { z } from 'zod';
import { Checkboxes, MultiStaticSelect, Overflow, RadioButtons, StaticSelect } from './menus.ts';
import { Confirm, SCHEMES } from './options.ts';
import { identifier, linkTarget, plainText } from './text-objects.ts';

export const Button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  action_id: identifier,
  url: linkTarget.optional(),
  value: z.string().max(2_000).optional(),
  style: z.enum(SCHEMES).optional(),
  confirm: Confirm.optional(),
  accessibility_label: z.string().max(75).optional(),
});

export const ImageElement = z.strictObject({
  type: z.literal('image'),
  image_url: linkTarget,
  alt_text: z.string().min(1).max(2_000),
});

export const PlainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    action_id: identifier,
    initial_value: z.string().max(3_000).optional(),
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(3_000).optional(),
    max_length: z.int().min(1).max(3_000).optional(),
    focus_on_load: z.boolean().optional(),
    placeholder: plainText(150).optional(),
    dispatch_action_config: z
      .strictObject({
        trigger_actions_on: z
          .array(z.enum(['on_enter_pressed', 'on_character_entered']))
          .min(1)
          .max(2),
      })
      .optional(),
  })
  .superRefine(({ min_length: least = 0, max_length: most = 3_000, initial_value: first }, context) => {
    if (least > most)
      context.addIssue({ code: 'custom', path: ['min_length'], message: 'min_length is over max_length' });
    if (first !== undefined && first.length > most)
      context.addIssue({
        code: 'custom',
        path: ['initial_value'],
        message: 'initial_value is over max_length',
      });
  });

/** What is allowed to the right of a section. */
export const Accessory = z.discriminatedUnion('type', [
  Button,
  ImageElement,
  StaticSelect,
  MultiStaticSelect,
  Overflow,
  RadioButtons,
  Checkboxes,
]);

/** What is allowed in a row of actions: no picture, and no menu with several choices. */
export const ActionElement = z.discriminatedUnion('type', [
  Button,
  StaticSelect,
  Overflow,
  RadioButtons,
  Checkboxes,
]);

export const InputElement = z.discriminatedUnion('type', [
  PlainTextInput,
  StaticSelect,
  MultiStaticSelect,
  RadioButtons,
  Checkboxes,
]);
