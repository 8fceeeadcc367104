import { readMessage } from './reading/read-message.ts';
import { conversationId, type Message } from './state/messages.ts';

/** A message with what people see of it, for tests and the console. */
export const showMessage = (message: Message) => ({
  id: message.id,
  channel: message.channel,
  conversation: conversationId(message.channel, message.root),
  root: message.root,
  from: message.from,
  /** Who alone sees it; null for everybody. */
  onlyFor: message.onlyFor ?? null,
  at: message.at,
  text: message.text,
  textFormat: message.textFormat,
  summary: message.summary ?? null,
  cards: message.cards,
  edits: message.edits,
  before: message.before,
  /** Cards that only one person sees, by that person. */
  privately: Object.fromEntries(message.privately),
  ...readMessage(message),
});

export type ShownMessage = ReturnType<typeof showMessage>;
