import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { type CommandAnswer, plainAnswer } from '../../chats/document/command-answer.ts';
import type { TypedCommand } from '../../chats/presses/chat-definition.ts';
import { isChat, sectionOf } from '../../config/chats.ts';
import { said } from '../entry-points/command/answer-words.ts';
import type { WordsFacet } from '../entry-points/words-facet.ts';
import { ASK_MESSAGE_VERSION, type AskMessage } from './ask-message.ts';
import { helpAnswer } from './help-answer.ts';
import { type AskConfig, mayAsk } from './may-ask.ts';
import { mayNotAskText } from './may-not-ask-text.ts';
import { parseCommand } from './parse-command.ts';

export interface TakeCommandParts {
  readonly config: AskConfig;
  /** How commands are read. */
  readonly words: WordsFacet;
  /** Resolves only when the queue has it. */
  readonly queue: (message: AskMessage) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Takes a command in the action function: tells people that they may not ask or what is mistyped, and hands
 * everything else to the verdict function, which may ask the platform. Nothing of a domain is told before it is known who asks.
 */
export function createTakeCommand({ config, words, queue, clock, log }: TakeCommandParts) {
  return async function take(typed: TypedCommand): Promise<CommandAnswer> {
    const { askId, by, text, page, channelId, isOutsider, directory, reply } = typed;
    const namedIn = isChat(by.surface) ? sectionOf(by.surface).namedIn : undefined;
    if (!namedIn) throw new Error(`${by.surface} is no chat of this configuration`);
    const allowed = await mayAsk(config, { person: by, channelId, isOutsider, namedIn, directory });
    if (allowed.is !== 'allowed') {
      log('command denied', { surface: by.surface, because: allowed.because, by: by.id, channel: channelId });
      return plainAnswer(...mayNotAskText(allowed, by.surface));
    }
    const { domains, found } = allowed;
    const parsed = parseCommand(
      text,
      domains.map(({ name }) => name),
      words,
    );
    if (parsed.is === 'mistake') return plainAnswer(...parsed.words);
    if (parsed.name === 'help') return helpAnswer(domains, words);
    const about = { v: ASK_MESSAGE_VERSION, kind: 'ask' } as const;
    await queue({ ...about, askId, by, text, page, channelId, found, atMs: clock.now(), reply });
    return { ...plainAnswer('Looking it up: ', ...said(text)), isInterim: true };
  };
}
