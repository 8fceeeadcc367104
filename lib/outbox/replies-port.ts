import type { Answer } from '../case/answer.ts';
import type { RefusedClick } from '../verdict/verdict-handler.ts';
import type { Reply } from '../verdict/verdict-message.ts';
import type { MessageRef } from './chat-port.ts';
import type { ToRender } from './renderer-port.ts';

/** How the verdict function answers an analyst who clicked in this chat. */
export interface Replies {
  /** The message that was clicked; null when the chat does not say. */
  clickedMessage(reply: Reply): MessageRef | null;
  /** The message in whose thread it was clicked, where the chat lets nobody reply to a reply; null in the channel itself. */
  threadOf?(reply: Reply): MessageRef | null;
  /** Replaces the clicked message by the case as it stands now, without waiting for its notifier. Whether that worked. */
  showAtOnce(reply: Reply, shown: ShownMessage, answer: Answer | null): Promise<boolean>;
  /** Tells the analyst, and nobody else, why a click changed nothing. */
  tell(reply: Reply, refused: RefusedClick): Promise<void>;
  /** The chat shows what a click will most likely lead to before the bridge has decided, so a refusal has to be shown too. */
  readonly foreseesDecisions: boolean;
}

/** A delivery, with the hash of what stands in the channel. */
export interface ShownMessage extends ToRender {
  readonly main: { readonly hash: string } | null;
}
