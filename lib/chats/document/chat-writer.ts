import type { Document } from './document.ts';
import type { Paging } from './thread-documents.ts';

/** How a chat writes what is said. Pure: the same document always gives the same message. */
export interface ChatWriter<Message> {
  /** As in the configuration: `slack`. */
  readonly surface: string;
  write(document: Document): Message;
  /** Whether the chat takes it. */
  fits(message: Message): boolean;
}

/** The first of several ways to say it that the chat takes, or the last. */
export function writeFitting<Message>(
  { write, fits }: Pick<ChatWriter<Message>, 'write' | 'fits'>,
  [first, ...shorter]: Ways,
): Message {
  let written = write(first());
  for (const draw of shorter) {
    if (fits(written)) break;
    written = write(draw());
  }
  return written;
}

/** The same for threads, which only notifiers write. */
export interface ThreadWriter<Message> extends ChatWriter<Message> {
  readonly paging: Paging;
}

export type Ways = readonly [() => Document, ...(() => Document)[]];
