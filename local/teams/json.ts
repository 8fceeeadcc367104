import { type Fields, isFields } from '../stand-in-kit/fields.ts';

/** `changes` over `base`, object by object; null removes a field. */
export const overlay = (base: Fields, changes: Fields): Fields => {
  const merged: Fields = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    const held = merged[key];
    if (value === null) delete merged[key];
    else merged[key] = isFields(value) && isFields(held) ? overlay(held, value) : value;
  }
  return merged;
};

/** Microsoft counts messages in UTF-16. */
export const jsonBytes = (value: unknown): number => 2 * (JSON.stringify(value) ?? '').length;
