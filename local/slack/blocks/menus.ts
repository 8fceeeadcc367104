import { z } from 'zod';
import {
  ChoiceOption,
  Confirm,
  checkDistinct,
  checkInitial,
  Option,
  OptionGroup,
  OverflowOption,
} from './options.ts';
import { identifier, plainText } from './text-objects.ts';

const interactive = { action_id: identifier, confirm: Confirm.optional() };
const focusable = { ...interactive, focus_on_load: z.boolean().optional() };
const menu = { ...focusable, placeholder: plainText(150).optional() };
const offers = {
  options: z.array(Option).min(1).max(100).optional(),
  option_groups: z.array(OptionGroup).min(1).max(100).optional(),
};

type Offer = {
  readonly options?: z.infer<typeof Option>[] | undefined;
  readonly option_groups?: z.infer<typeof OptionGroup>[] | undefined;
};

export const offeredBy = (element: Offer) =>
  element.options ?? element.option_groups?.flatMap((group) => group.options) ?? [];

const checkOffer = (element: Offer, context: z.core.$RefinementCtx): void => {
  if ((element.options === undefined) === (element.option_groups === undefined))
    context.addIssue({ code: 'custom', message: 'must define either `options` or `option_groups`' });
  checkDistinct(context, offeredBy(element));
};

export const StaticSelect = z
  .strictObject({ type: z.literal('static_select'), ...menu, ...offers, initial_option: Option.optional() })
  .superRefine((element, context) => {
    checkOffer(element, context);
    const { initial_option: initial } = element;
    if (initial !== undefined) checkInitial(context, offeredBy(element), [initial], 'initial_option');
  });

export const MultiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...menu,
    ...offers,
    initial_options: z.array(Option).min(1).max(100).optional(),
    max_selected_items: z.int().min(1).optional(),
  })
  .superRefine((element, context) => {
    checkOffer(element, context);
    checkInitial(context, offeredBy(element), element.initial_options ?? [], 'initial_options');
  });

export const Overflow = z
  .strictObject({
    type: z.literal('overflow'),
    ...interactive,
    options: z.array(OverflowOption).min(1).max(5),
  })
  .superRefine((element, context) => checkDistinct(context, element.options));

export const RadioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...focusable,
    options: z.array(ChoiceOption).min(1).max(10),
    initial_option: ChoiceOption.optional(),
  })
  .superRefine((element, context) => {
    checkDistinct(context, element.options);
    const { initial_option: initial } = element;
    if (initial !== undefined) checkInitial(context, element.options, [initial], 'initial_option');
  });

export const Checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...focusable,
    options: z.array(ChoiceOption).min(1).max(10),
    initial_options: z.array(ChoiceOption).min(1).max(10).optional(),
  })
  .superRefine((element, context) => {
    checkDistinct(context, element.options);
    checkInitial(context, element.options, element.initial_options ?? [], 'initial_options');
  });
