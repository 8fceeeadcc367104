import type { Changes } from '../../stand-in-kit/changes.ts';
import type { Fields } from '../../stand-in-kit/fields.ts';
import type { Notebook } from '../../stand-in-kit/notebook.ts';
import type { Ids } from './ids.ts';

export type Content = {
  readonly text: string;
  readonly textFormat: 'plain' | 'markdown' | 'xml';
  readonly cards: readonly Fields[];
  readonly entities: readonly Fields[];
  readonly summary?: string;
};

export type Message = Content & {
  readonly id: string;
  readonly channel: string;
  /** The message that began the thread; its own id if it did. */
  readonly root: string;
  /** A person, or one of the two others. */
  readonly from: string | 'bot' | 'workflow';
  /** A targeted message: nobody else sees it, and it disappears after a day. */
  readonly onlyFor?: string;
  readonly at: number;
  /** When it was last edited. */
  readonly changed?: number;
  readonly edits: number;
  /** What it said before each edit, oldest first. */
  readonly before: readonly Content[];
  /** Cards that replace this one for one person only. */
  readonly privately: ReadonlyMap<string, Fields>;
};

/** A line of the notebook. */
type Noted = {
  readonly message?: Omit<Message, 'privately'> & { readonly privately: [string, Fields][] };
  readonly gone?: Pick<Message, 'channel' | 'id'>;
};

/** How many earlier versions are stored, for outdated screens. */
const NOTED_BEFORE = 5;

const notedAs = (message: Message): Noted => ({
  message: {
    ...message,
    before: message.before.slice(-NOTED_BEFORE),
    privately: [...message.privately],
  },
});

export type NewMessage = Content & Pick<Message, 'channel' | 'from' | 'onlyFor'> & { readonly root?: string };

/** So long clients show a targeted message. */
const TARGETED_MS = 24 * 60 * 60_000;

const contentOf = ({ text, textFormat, cards, entities, summary }: Message): Content => ({
  text,
  textFormat,
  cards,
  entities,
  ...(summary === undefined ? {} : { summary }),
});

export const conversationId = (channel: string, root: string): string => `${channel};messageid=${root}`;

/** All messages by channel, in the order in which they came. */
export const createMessages = (now: () => number, ids: Ids, changes: Changes, notebook?: Notebook) => {
  const byChannel = new Map<string, Map<string, Message>>();
  const put = (message: Message): void => {
    const { channel, id } = message;
    byChannel.set(channel, (byChannel.get(channel) ?? new Map()).set(id, message));
  };
  for (const { message, gone } of (notebook?.lines ?? []) as readonly Noted[]) {
    if (message) put({ ...message, privately: new Map(message.privately) });
    if (gone) byChannel.get(gone.channel)?.delete(gone.id);
  }
  notebook?.rewrite([...byChannel.values()].flatMap((some) => [...some.values()].map(notedAs)));
  const store = (message: Message): Message => {
    put(message);
    notebook?.write(notedAs(message));
    return message;
  };
  const isThere = ({ onlyFor, at }: Message): boolean => onlyFor === undefined || now() - at < TARGETED_MS;
  const every = (channel: string): Message[] => [...(byChannel.get(channel)?.values() ?? [])].filter(isThere);
  const all = (channel: string): Message[] => every(channel).filter(({ onlyFor }) => onlyFor === undefined);
  const tell = (what: 'posted' | 'changed' | 'deleted', { onlyFor, channel, id }: Message, more = {}) =>
    onlyFor === undefined
      ? changes.tell(`message.${what}`, { channel, id, ...more })
      : changes.tell(`targeted.${what}`, { channel, id, ...more, user: onlyFor });

  return {
    post: ({ root, ...fields }: NewMessage): Message => {
      const id = ids.activity();
      const message = {
        ...fields,
        id,
        root: root ?? id,
        at: now(),
        edits: 0,
        before: [],
        privately: new Map(),
      };
      store(message);
      tell('posted', message, { root: message.root, from: fields.from });
      return message;
    },
    find: (channel: string, id: string): Message | undefined => {
      const message = byChannel.get(channel)?.get(id);
      return message && isThere(message) ? message : undefined;
    },
    /** What only single people see, or only this one. */
    targeted: (userId?: string): Message[] =>
      [...byChannel.keys()]
        .flatMap(every)
        .filter(({ onlyFor }) => onlyFor !== undefined && (userId === undefined || onlyFor === userId)),
    /** For everyone: what single people saw in its place is gone. */
    change: (message: Message, content: Content): Message => {
      const { summary: _, ...rest } = message;
      const changed = store({
        ...rest,
        ...content,
        changed: now(),
        edits: message.edits + 1,
        before: [...message.before, contentOf(message)],
        privately: new Map(),
      });
      tell('changed', changed);
      return changed;
    },
    /** The answer to a click: only the person who clicked sees this card. */
    replaceFor: (message: Message, userId: string, card: Fields): void => {
      store({ ...message, privately: new Map(message.privately).set(userId, card) });
      changes.tell('message.replaced', { channel: message.channel, id: message.id, user: userId });
    },
    remove: (message: Message): void => {
      const { channel, id } = message;
      byChannel.get(channel)?.delete(id);
      notebook?.write({ gone: { channel, id } } satisfies Noted);
      tell('deleted', message);
    },
    /** The channel as people see it: messages that began a thread. */
    inChannel: (channel: string): Message[] => all(channel).filter(({ id, root }) => id === root),
    /** Without the message that began it. */
    replies: (channel: string, root: string): Message[] =>
      all(channel).filter((message) => message.root === root && message.id !== root),
  };
};

export type Messages = ReturnType<typeof createMessages>;
