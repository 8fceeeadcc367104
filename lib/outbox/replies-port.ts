import type { Answer } from '../case/answer.ts';
import type { RefusedClick } from '../verdict/verdict-handler.ts';
import type { Reply } from '../verdict/verdict-message.ts';
import type { MessageRef } from './chat-port.ts';
import type { ToRender } from './renderer-port.ts';

/** How the verdict function answers an analyst who clicked in this chat. */
export interface Replies {
  /** The message that was clicked; null when the chat does not say. */
  clickedMessage(reply: Reply): MessageRef | null;
  /** Puts the case as it stands now in the place of the clicked message, past its channel's queue. Whether it is there. */
  showAtOnce(reply: Reply, shown: ShownMessage, answer: Answer | null): Promise<boolean>;
  /** Tells the analyst, and nobody else, why a click changed nothing. */
  tell(reply: Reply, refused: RefusedClick): Promise<void>;
  /** Analysts see what a click will most likely lead to before the bridge has decided: a refusal has to be shown. */
  readonly foreseesDecisions: boolean;
}

/** A delivery, with the hash of what stands in the channel. */
export interface ShownMessage extends ToRender {
  readonly main: { readonly hash: string } | null;
}
