import { type Fields, isFields, parseJson } from '../../stand-in-kit/fields.ts';
import { missing, SlackError } from '../slack-error.ts';

/** The arguments of a call. In a form everything is text, and structured values are JSON inside it. */
export type Args = Readonly<Fields>;

const badType = (name: string, expected: string): SlackError =>
  new SlackError('invalid_arguments', {
    messages: [`[ERROR] must provide ${expected} [json-pointer:/${name}]`],
  });

export const readOptionalString = (args: Args, name: string): string | undefined => {
  const value = args[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw badType(name, 'a string');
};

export const readString = (args: Args, name: string): string => {
  const value = readOptionalString(args, name);
  if (value === undefined) throw missing(name);
  return value;
};

export const readBoolean = (args: Args, name: string, otherwise: boolean): boolean => {
  const value = args[name];
  if (value === undefined || value === null || value === '') return otherwise;
  if (value === true || value === 'true' || value === 1 || value === '1') return true;
  if (value === false || value === 'false' || value === 0 || value === '0') return false;
  throw badType(name, 'a boolean');
};

export const readInteger = (
  args: Args,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number => {
  const text = readOptionalString(args, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw badType(name, `an integer from ${least} to ${most}`);
  return value;
};

const parse = (value: unknown): unknown => (typeof value === 'string' ? parseJson(value) : value);

export const readBlocks = (args: Args): unknown[] | undefined => {
  const { blocks } = args;
  if (blocks === undefined || blocks === null || blocks === '') return undefined;
  const parsed = parse(blocks);
  if (!Array.isArray(parsed)) throw new SlackError('invalid_blocks_format');
  return parsed;
};

export const readObject = (args: Args, name: string, error: string): Fields | undefined => {
  const value = args[name];
  if (value === undefined || value === null || value === '') return undefined;
  const parsed = parse(value);
  if (!isFields(parsed)) throw new SlackError(error);
  return parsed;
};
