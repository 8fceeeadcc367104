import type { Changes } from '../../stand-in-kit/changes.ts';
import type { Fields } from '../../stand-in-kit/fields.ts';
import type { Notebook } from '../../stand-in-kit/notebook.ts';
import type { ReadingRules } from '../reading/read-text.ts';
import type { Timestamps } from './ids.ts';

export type Metadata = { readonly event_type: string; readonly event_payload: Fields };

/** The content of a message; the same for posts, updates and ephemeral messages. */
export type Content = {
  readonly text: string;
  readonly rules: ReadingRules;
  readonly blocks: readonly Fields[];
  readonly metadata?: Metadata;
};

export type Message = Content & {
  readonly channel: string;
  readonly ts: string;
  readonly userId: string;
  readonly threadTs?: string;
  readonly broadcast: boolean;
  /** Only this person sees it, and the app cannot read it back. */
  readonly onlyFor?: string;
  readonly unfurl: { readonly links: boolean; readonly media: boolean };
  readonly edits: number;
  readonly editedTs?: string;
  /** What it showed before, oldest first: a screen may be a moment behind. */
  readonly before: readonly (readonly Fields[])[];
  /** Slack asks for new ones on each update; these were reused. */
  readonly reusedBlockIds: readonly string[];
};

export type NewMessage = Content &
  Pick<Message, 'channel' | 'userId'> &
  Partial<Pick<Message, 'threadTs' | 'broadcast' | 'onlyFor' | 'unfurl'>>;

/** A line of the notebook. */
type Noted = {
  readonly message?: Message;
  readonly gone?: Pick<Message, 'channel' | 'ts' | 'threadTs'>;
};

const MOST_BEFORE = 5;

const blockIds = (blocks: readonly Fields[]) => new Set(blocks.map((block) => String(block.block_id)));

/** All messages by channel; ephemeral ones are kept separately, as Slack leaves them out of every list. */
export const createMessages = (timestamps: Timestamps, changes: Changes, notebook?: Notebook) => {
  // Timestamps only increase, so the insertion order of a map is the order of time.
  const byChannel = new Map<string, Map<string, Message>>();
  const threads = new Map<string, Set<string>>();
  const keyOf = (channel: string, threadTs: string) => `${channel} ${threadTs}`;

  const put = (message: Message): void => {
    const { channel, ts, threadTs } = message;
    byChannel.set(channel, (byChannel.get(channel) ?? new Map()).set(ts, message));
    if (threadTs === undefined || message.onlyFor !== undefined) return;
    const key = keyOf(channel, threadTs);
    threads.set(key, (threads.get(key) ?? new Set()).add(ts));
  };
  const drop = ({ channel, ts, threadTs }: Pick<Message, 'channel' | 'ts' | 'threadTs'>): void => {
    byChannel.get(channel)?.delete(ts);
    if (threadTs !== undefined) threads.get(keyOf(channel, threadTs))?.delete(ts);
  };
  for (const { message, gone } of (notebook?.lines ?? []) as readonly Noted[]) {
    if (message) put(message);
    if (gone) drop(gone);
  }
  notebook?.rewrite(
    [...byChannel.values()].flatMap((some) => [...some.values()].map((message) => ({ message }))),
  );
  const store = (message: Message): void => {
    put(message);
    notebook?.write({ message } satisfies Noted);
  };
  const find = (channel: string, ts: string): Message | undefined => byChannel.get(channel)?.get(ts);
  const all = (channel: string): Message[] => [...(byChannel.get(channel)?.values() ?? [])];

  return {
    post: (fields: NewMessage): Message => {
      const message: Message = {
        broadcast: false,
        unfurl: { links: false, media: true },
        ...fields,
        ts: timestamps.next(),
        edits: 0,
        before: [],
        reusedBlockIds: [],
      };
      store(message);
      changes.tell(message.onlyFor === undefined ? 'message.posted' : 'ephemeral.posted', {
        channel: message.channel,
        ts: message.ts,
        thread_ts: message.threadTs ?? null,
        user: message.onlyFor ?? null,
      });
      return message;
    },
    find,
    change: (before: Message, content: Content, edited: boolean): Message => {
      const used = blockIds(before.blocks);
      const editedTs = edited ? timestamps.next() : before.editedTs;
      const message: Message = {
        ...before,
        ...content,
        edits: before.edits + 1,
        before: [...before.before, before.blocks].slice(-MOST_BEFORE),
        ...(editedTs === undefined ? {} : { editedTs }),
        reusedBlockIds: [...blockIds(content.blocks)].filter((id) => used.has(id)),
      };
      store(message);
      changes.tell('message.changed', { channel: message.channel, ts: message.ts });
      return message;
    },
    remove: ({ channel, ts, threadTs }: Message): void => {
      const gone = { channel, ts, ...(threadTs === undefined ? {} : { threadTs }) };
      drop(gone);
      notebook?.write({ gone } satisfies Noted);
      changes.tell('message.deleted', { channel, ts });
    },
    /** The channel as people see it: no replies except broadcast ones. */
    inChannel: (channel: string): Message[] =>
      all(channel).filter(
        ({ onlyFor, threadTs, broadcast }) => onlyFor === undefined && (threadTs === undefined || broadcast),
      ),
    replies: (channel: string, threadTs: string): Message[] =>
      [...(threads.get(keyOf(channel, threadTs)) ?? [])].flatMap((ts) => find(channel, ts) ?? []),
    ephemeral: (userId?: string): Message[] =>
      [...byChannel.keys()]
        .flatMap(all)
        .filter(({ onlyFor }) => onlyFor !== undefined && (userId === undefined || onlyFor === userId)),
  };
};

export type Messages = ReturnType<typeof createMessages>;
