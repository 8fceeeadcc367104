import type { Message } from '../../wire.ts';

const LONGEST = 200;

/** What a screen reader calls a message: its author, and how it begins. A card begins with its first text. */
export const messageName = ({ author, text, card }: Pick<Message, 'author' | 'text' | 'card'>): string =>
  `${author}: ${text || firstText(card) || 'a card'}`.slice(0, LONGEST);

function firstText(part: unknown): string {
  if (Array.isArray(part)) return firstOf(part);
  if (typeof part !== 'object' || part === null) return '';
  const { text, ...rest } = part as Readonly<Record<string, unknown>>;
  return typeof text === 'string' && text.trim() !== '' ? text : firstOf(Object.values(rest));
}

function firstOf(parts: readonly unknown[]): string {
  for (const part of parts) {
    const found = firstText(part);
    if (found !== '') return found;
  }
  return '';
}
