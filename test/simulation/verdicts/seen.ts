import type { MessageRef } from '../../../lib/chats/shared/chat.ts';
import { CHANNELS } from './bridge.ts';
import type { ModelSlack } from './model-slack.ts';
import type { ModelSmall } from './model-small.ts';
import type { ModelTeams } from './model-teams.ts';

/** What a reader of a channel sees of one message, whatever the chat. */
export interface Seen {
  readonly channel: string;
  readonly ref: MessageRef;
  /** What it stands under: the timestamp, or the conversation, of what began the thread. */
  readonly under: string | null;
  readonly mark: string;
  readonly text: string;
  /** All that it shows. */
  readonly message: object;
  readonly deleted: boolean;
}

export function seenInSlack({ posts }: ModelSlack, destination: string): Seen[] {
  const channel = CHANNELS[destination as keyof typeof CHANNELS];
  return posts
    .filter((post) => post.channel === channel)
    .map(({ ts, threadTs, mark, text, blocks, deleted }) => {
      return { channel, ref: { ts }, under: threadTs, mark, text, message: { text, blocks }, deleted };
    });
}

export const seenInTeams = ({ posts }: ModelTeams): Seen[] =>
  posts.map(({ channel, conversation, activity, under, mark, message, deleted }) => {
    const ref = { conversation, activity };
    return { channel, ref, under, mark, text: message.summary, message, deleted };
  });

export const seenInSmall = ({ posts }: ModelSmall): Seen[] =>
  posts.map(({ channel, ref, thread, mark, message, deleted }) => {
    return { channel, ref, under: thread, mark, text: message.text, message, deleted };
  });
