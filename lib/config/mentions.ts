import { isChat, sectionOf } from './chats.ts';

/** Whom a chat should mention: the id there, and the name to show if the chat does not know one itself. */
export interface Mention {
  readonly id: string;
  readonly name: string;
}

type Named = string | { readonly id: string; readonly name: string };

/** Whether it stands for a whole channel. In a thread, such a mention reaches nobody. */
export const isEverybody = (chat: string, id: string): boolean =>
  isChat(chat) && sectionOf(chat).mentioned.everybody?.test(id) === true;

/** Those who can be mentioned in a chat, once each. */
export function mentionsIn(
  chat: string,
  named: readonly Named[],
  people: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>,
): readonly Mention[] {
  if (!isChat(chat)) return [];
  const found = new Map<string, Mention>();
  for (const one of named) {
    const person = typeof one === 'string' && Object.hasOwn(people, one) ? people[one] : undefined;
    const { id, name } = typeof one === 'string' ? { id: one, name: person?.name ?? one } : one;
    const known = person ? person[chat] : id;
    if (known !== undefined && sectionOf(chat).mentioned.id.test(known))
      found.set(known.toLowerCase(), { id: known, name });
  }
  return [...found.values()];
}
