import { z } from 'zod';
import { anyText, linkTarget, plainText } from './text-objects.ts';

export const SCHEMES = ['primary', 'danger'] as const;

const value = z.string().min(1).max(150);

/** An entry of a select menu. */
export const Option = z.strictObject({
  text: plainText(75),
  value,
  description: plainText(75).optional(),
});

/** Only the overflow menu may open a page. */
export const OverflowOption = z.strictObject({ ...Option.shape, url: linkTarget.optional() });

/** Radio buttons and checkboxes may be formatted. */
export const ChoiceOption = z.strictObject({
  text: anyText(75),
  value,
  description: anyText(75).optional(),
});

export const OptionGroup = z.strictObject({
  label: plainText(75),
  options: z.array(Option).min(1).max(100),
});

export const Confirm = z.strictObject({
  title: plainText(100),
  text: plainText(300),
  confirm: plainText(30),
  deny: plainText(30),
  style: z.enum(SCHEMES).optional(),
});

type Choice = { readonly value: string };
type Report = z.core.$RefinementCtx;

/** The initial choice must be one of the options, exactly. */
export const checkInitial = (
  context: Report,
  offered: readonly Choice[],
  chosen: readonly Choice[],
  field: string,
): void => {
  const known = new Set(offered.map((option) => JSON.stringify(option)));
  if (chosen.some((option) => !known.has(JSON.stringify(option))))
    context.addIssue({ code: 'custom', path: [field], message: `${field} is not one of the options` });
};

export const checkDistinct = (context: Report, offered: readonly Choice[]): void => {
  if (new Set(offered.map((option) => option.value)).size < offered.length)
    context.addIssue({ code: 'custom', path: ['options'], message: 'option values must be unique' });
};
