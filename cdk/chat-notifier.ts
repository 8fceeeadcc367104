import { Construct } from 'constructs';
import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import { NOTIFIERS_AT_ONCE } from '../lib/config/concurrency.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { createNotifierFunction, type NotifierProps } from './notifier-function.ts';

export interface ChatNotifierProps extends NotifierProps {
  readonly chat: ChatName;
}

/** Posts cases and threats to a chat, and keeps the messages up to date. */
export class ChatNotifier extends Construct {
  readonly chat: ChatName;
  readonly function: BridgeFunction<`notify-${ChatName}`>;

  constructor(scope: Construct, id: string, props: ChatNotifierProps) {
    super(scope, id);
    const { chat, queue } = props;
    this.chat = chat;
    this.function = createNotifierFunction(this, props, {
      name: `notify-${chat}`,
      description: `Posts cases and threats to ${sectionOf(chat).label} and updates them.`,
      // It mostly sleeps, and pays for its memory meanwhile. 151 MB were measured, and never on AWS (docs/deploy.md).
      memoryMb: 256,
    });
    // One at a time for each destination, whatever this number: a destination is a message group of the queue. The limit
    // leaves the rest of the account to the others, where channels are many.
    queue.consumedBy(this.function, { batchSize: 10, maxConcurrency: NOTIFIERS_AT_ONCE });
  }
}
