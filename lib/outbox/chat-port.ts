import type { Mention } from '../config/mentions.ts';

/** Where a message is, as its chat names it: a channel and a timestamp, or a conversation and an activity. */
export type MessageRef = Readonly<Record<string, string>>;

export type ChatAnswer<Value> =
  | { readonly is: 'ok'; readonly value: Value }
  /** Not taken: there is too much traffic. */
  | { readonly is: 'busy'; readonly retryAfterMs: number }
  /** Not taken, and may work later: the chat or the way to it is down. */
  | { readonly is: 'failed'; readonly reason: string }
  | Refused
  /** Nobody knows whether it was taken. */
  | { readonly is: 'unknown'; readonly reason: string };

/** Not taken, and the same message will not be taken until something changes. */
export interface Refused {
  readonly is: 'refused';
  readonly code: string;
  readonly kind: Exclude<RefusalKind, 'for-now'>;
  readonly reason: string;
  /** There is nothing to update or to reply to any more. */
  readonly messageGone: boolean;
  /** The message stands, and the chat lets nobody change it any more. */
  readonly editClosed?: boolean | undefined;
}

/**
 * What a refusal is about. `content`: what this message says, so another may be taken. `place`: the channel.
 * `credentials`: who the bridge is and what it may do. `unclear`: we do not know what the chat means by it.
 * `for-now`: nothing that lasts.
 */
export type RefusalKind = 'content' | 'place' | 'credentials' | 'unclear' | 'for-now';

export interface PostOptions {
  /** Sent along where people do not see it, so that the message can be found again. */
  readonly mark: string;
  /** The message under which it goes. */
  readonly thread?: MessageRef | undefined;
  /** Shown in the channel too, not only in the thread. */
  readonly broadcast?: boolean | undefined;
  /** It says something once, and is never changed. */
  readonly isNote?: boolean | undefined;
  /** Whom it mentions. Only a post notifies people: an update notifies nobody. */
  readonly mentions?: readonly Mention[] | undefined;
}

/** `cannot-look`: the bridge has no right to read there. `not-yet`: it has, and should look again then. */
export type Found =
  | { readonly is: 'found'; readonly ref: MessageRef }
  | { readonly is: 'not-yet'; readonly waitMs: number }
  | { readonly is: 'absent' | 'cannot-look' };

/** Posts, changes and finds messages. `channel` is the channel of a destination. */
export interface Chat<Message> {
  post(channel: string, message: Message, options: PostOptions): Promise<ChatAnswer<MessageRef>>;
  update(ref: MessageRef, message: Message): Promise<ChatAnswer<null>>;
  /** Looks for a message with this mark that was posted after the given moment. */
  find(
    channel: string,
    mark: string,
    where: { sinceMs: number; thread?: MessageRef | undefined },
  ): Promise<ChatAnswer<Found>>;
}

/** Something that a chat lets the bridge do only so often. */
export interface RateLimit {
  readonly name: string;
  /** The time between two of them, in the long run. */
  readonly gapMs: number;
  /** How many may go at once after a pause; 1 unless given. */
  readonly burst?: number;
}

/** How often the bridge may post, update and read in a channel. Two of them may be the same limit. */
export type RateLimits = Readonly<Record<'post' | 'update' | 'read', RateLimit>>;
