import type { Fields } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { elementsOf } from '../blocks/elements-of.ts';

/** What a person entered: text, the value of an option, several of them, or nothing. */
export type Given = string | readonly string[] | null;

type Filled = ReadonlyMap<string, Fields>;

/** The field in which each kind of element keeps its value, and where its initial value comes from. */
const KEPT: Record<string, readonly [string, string, null | readonly never[]]> = {
  plain_text_input: ['value', 'initial_value', null],
  static_select: ['selected_option', 'initial_option', null],
  radio_buttons: ['selected_option', 'initial_option', null],
  multi_static_select: ['selected_options', 'initial_options', []],
  checkboxes: ['selected_options', 'initial_options', []],
};

export const keepsState = (element: Fields): boolean => Object.hasOwn(KEPT, String(element.type));

/** `state.values`: every element with a value, by block and action. */
export const stateOf = (blocks: readonly Fields[], filled: Filled): Record<string, Fields> => {
  const values: Record<string, Fields> = {};
  for (const block of blocks) {
    const blockId = String(block.block_id);
    for (const element of elementsOf(block).filter(keepsState)) {
      const [field = '', initial = '', nothing] = KEPT[String(element.type)] ?? [];
      const actionId = String(element.action_id);
      values[blockId] ??= {};
      values[blockId][actionId] = filled.get(blockId)?.[actionId] ?? {
        type: element.type,
        [field]: element[initial] ?? nothing,
      };
    }
  }
  return values;
};

type Option = Fields & { readonly value: string };

export const optionsOf = (element: Fields): Option[] => {
  const groups = (element.option_groups ?? []) as { options: Option[] }[];
  return (element.options as Option[] | undefined) ?? groups.flatMap((group) => group.options);
};

const pick = (element: Fields, value: string): Option => {
  const option = optionsOf(element).find((candidate) => candidate.value === value);
  if (option === undefined)
    throw new NotPossible(`The element "${element.action_id}" offers no option "${value}".`);
  // What Slack sends back has no url, and no description that it did not get.
  return option;
};

/** The value in Slack's form. */
export const heldValue = (element: Fields, given: Given): Fields => {
  const { type } = element;
  const [field = '', , nothing] = KEPT[String(type)] ?? [];
  if (given === null) return { type, [field]: nothing };
  if (field === 'selected_options') {
    const chosen = (typeof given === 'string' ? [given] : given).map((value) => pick(element, value));
    const most = Number(element.max_selected_items ?? 100);
    if (chosen.length > most) throw new NotPossible(`"${element.action_id}" takes at most ${most} options.`);
    return { type, [field]: chosen };
  }
  if (typeof given !== 'string') throw new NotPossible(`"${element.action_id}" takes one value only.`);
  if (field === 'selected_option') return { type, [field]: pick(element, given) };
  return { type, [field]: given };
};

/** Whether the field counts as empty. */
export const isBlank = (value: Fields | undefined): boolean =>
  Object.entries(value ?? {}).every(
    ([key, held]) =>
      key === 'type' || held === null || held === '' || (Array.isArray(held) && held.length === 0),
  );

export const fill = (filled: Map<string, Fields>, block: Fields, element: Fields, value: Fields): void => {
  const blockId = String(block.block_id);
  filled.set(blockId, { ...filled.get(blockId), [String(element.action_id)]: value });
};
