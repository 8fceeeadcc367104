import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Handled } from '../../base/queues/sqs-batch.ts';
import { plainAnswer } from '../../chats/document/command-answer.ts';
import type { ChatReplies } from '../../chats/presses/chat-definition.ts';
import type { NamedLists, NamedPeople } from '../../config/chats/chat-section.ts';
import { saidWith } from '../../verdict/reauthorize-click.ts';
import type { AskMessage } from './ask-message.ts';
import { type AskConfig, mayAsk } from './may-ask.ts';
import { mayNotAskText } from './may-not-ask-text.ts';
import type { createRunCommand } from './run-command.ts';

export interface AskHandlerParts {
  readonly config: AskConfig;
  readonly run: ReturnType<typeof createRunCommand>;
  /** The people whom a rule names in a chat; undefined for a chat that this configuration does not have. */
  readonly namedInOf: (chat: string) => ((allow: NamedLists) => NamedPeople) | undefined;
  readonly repliesOf: (chat: string) => Pick<ChatReplies, 'answer'> | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Nobody waits longer, and Slack accepts an answer for half an hour. */
const LATEST_MS = 25 * 60_000;
/** How long the platform may take. The person was told that the bridge is looking. */
const ANSWER_WITHIN_MS = 10_000;
/** How many answers are remembered, so that repeats are not answered again. */
const MOST_REMEMBERED = 500;

/** Answers a command that the action function took, judging once more who asks. */
export function createAskHandler({ config, run, namedInOf, repliesOf, clock, log }: AskHandlerParts) {
  const answered = new Set<string>();

  async function answerOf({ askId, by, text, page, channelId, found }: AskMessage) {
    const namedIn = namedInOf(by.surface);
    if (!namedIn) return null;
    const nowMs = clock.now();
    const allowed = await mayAsk(config, { person: by, channelId, namedIn, directory: saidWith(found) });
    if (allowed.is !== 'allowed') return plainAnswer(...mayNotAskText(allowed, by.surface));
    const call = { deadline: nowMs + ANSWER_WITHIN_MS, priority: 'interactive' } as const;
    return run({ askId, by, text, page, call, nowMs, domains: allowed.domains });
  }

  return async function handle(message: AskMessage): Promise<Handled> {
    const { askId, by, reply, atMs } = message;
    const replies = repliesOf(by.surface);
    const drop = (because: string) => {
      log('command dropped', { surface: by.surface, by: by.id, because });
      return 'done' as const;
    };
    if (!reply || !replies) return drop('there is nowhere to answer');
    if (clock.now() - atMs > LATEST_MS) return drop('it is too old');
    if (answered.has(askId)) return 'done';
    const answer = await answerOf(message);
    if (!answer) return drop('its chat is not configured');
    const told = await replies.answer(reply, answer, askId);
    if (told === 'again') return 'retry';
    if (told === 'refused') return drop('the chat does not take the answer');
    answered.add(askId);
    const [oldest] = answered;
    if (answered.size > MOST_REMEMBERED && oldest !== undefined) answered.delete(oldest);
    log('command answered', { surface: by.surface, by: by.id, ms: clock.now() - atMs });
    return 'done';
  };
}
