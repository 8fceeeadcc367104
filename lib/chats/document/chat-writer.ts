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

/** Writes the first of these documents that the chat takes, or the last one. */
export const writeFitting = <Message>(
  { write, fits }: Pick<ChatWriter<Message>, 'write' | 'fits'>,
  ways: Ways,
): Message =>
  firstFitting(
    ways.map((draw) => () => write(draw())),
    fits,
  );

export function firstFitting<Message>(
  ways: readonly (() => Message)[],
  fits: (message: Message) => boolean,
): Message {
  const last = ways.at(-1);
  if (!last) throw new Error('there is no way to write it');
  for (const draw of ways.slice(0, -1)) {
    const written = draw();
    if (fits(written)) return written;
  }
  return last();
}

/** The same for threads, which only notifiers write. */
export interface ThreadWriter<Message> extends ChatWriter<Message> {
  readonly paging: Paging;
}

export type Ways = readonly (() => Document)[];
