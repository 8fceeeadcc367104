import { z } from 'zod';
import type { Fields } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { ownInputs } from '../cards/walk-card.ts';

/** What a person entered, by the id of the input. */
export const Given = z
  .record(z.string(), z.union([z.string(), z.array(z.string()).readonly(), z.boolean(), z.number()]))
  .readonly();
export type Given = z.infer<typeof Given>;

const firstValue = (input: Fields): string | undefined => {
  if (input.type === 'Input.Toggle') return String(input.value ?? input.valueOff ?? 'false');
  return input.value === undefined ? undefined : String(input.value);
};

const choose = (input: Fields, values: readonly string[]): string => {
  const offered = (input.choices as Fields[]).map(({ value }) => value);
  for (const value of values)
    if (!offered.includes(value))
      throw new NotPossible(`The input "${input.id}" offers no choice "${value}".`);
  if (values.length > 1 && input.isMultiSelect !== true)
    throw new NotPossible(`The input "${input.id}" takes one choice only.`);
  return values.join(',');
};

/** The value in Teams's form: always a string, several choices separated by commas. */
const heldValue = (input: Fields, given: Given[string]): string => {
  if (input.type === 'Input.Toggle')
    return String(given === true ? (input.valueOn ?? 'true') : (input.valueOff ?? 'false'));
  if (input.type === 'Input.ChoiceSet') {
    const values = Array.isArray(given) ? given : given === '' ? [] : [given];
    return choose(input, values.map(String));
  }
  if (typeof given === 'object') throw new NotPossible(`The input "${input.id}" takes one value only.`);
  return String(given);
};

const mistakeIn = (input: Fields, value: string | undefined): string | undefined => {
  const empty = value === undefined || value === '';
  const off = input.type === 'Input.Toggle' && value !== String(input.valueOn ?? 'true');
  if (empty || off) return input.isRequired === true ? 'is needed' : undefined;
  if (value.length > Number(input.maxLength ?? Number.POSITIVE_INFINITY)) return 'is too long';
  if (typeof input.regex === 'string' && !new RegExp(input.regex, 'u').test(value)) return 'has another form';
  if (input.type === 'Input.Number' && !Number.isFinite(Number(value))) return 'is not a number';
  return undefined;
};

export type Filled =
  | { readonly ok: true; readonly values: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly mistakes: readonly string[] };

/**
 * The inputs that are sent with a button: those of its card and of the cards around it, not those of other cards that
 * open. Untouched inputs without a value are left out; emptied ones are sent empty.
 */
export const fillInputs = (cards: readonly Fields[], given: Given = {}): Filled => {
  const inputs = cards.flatMap(ownInputs);
  for (const id of Object.keys(given))
    if (!inputs.some((input) => input.id === id)) throw new NotPossible(`There is no input "${id}" here.`);
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const input of inputs) {
    const id = String(input.id);
    const put = given[id];
    const value = put === undefined ? firstValue(input) : heldValue(input, put);
    const mistake = mistakeIn(input, value);
    if (mistake !== undefined) mistakes.push(`${id} ${mistake}`);
    if (value !== undefined) values[id] = value;
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, values };
};
