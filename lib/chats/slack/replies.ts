import { refusedDocument } from '../document/private-document.ts';
import type { ChatReplies, RepliesParts } from '../presses/chat-definition.ts';
import { slackConfig } from './chat-config.ts';
import { createSlackRenderer, renderAnswer } from './renderer.ts';
import { createResponder, type Responder } from './respond.ts';
import { writeDocument } from './write-document.ts';

const TIMEOUT_MS = 3_000;

/** Answers to a click, through the address that came with it: past the backlog of its channel, and without a token. */
export function createSlackReplies(
  { config, transport, clock, log, sealOf }: RepliesParts,
  {
    renderer = createSlackRenderer({ ...slackConfig(config).rules, sealOf }),
    responder = createResponder({
      allowedOrigins: slackConfig(config).cloud.responseOrigins,
      timeoutMs: TIMEOUT_MS,
      transport,
      clock,
    }),
  }: { renderer?: ReturnType<typeof createSlackRenderer>; responder?: Responder } = {},
): ChatReplies {
  return {
    foreseesDecisions: false,

    clickedMessage: ({ channel, messageTs }) => (channel && messageTs ? { channel, ts: messageTs } : null),

    threadOf: ({ channel, threadTs }) => (channel && threadTs ? { channel, ts: threadTs } : null),

    async showAtOnce({ responseUrl }, shown, answer) {
      if (!responseUrl) return false;
      const { message, hash } = renderer.render(shown, answer).main;
      // The address takes five answers. What is shown already needs none of them.
      return shown.main?.hash === hash || (await responder.replace(responseUrl, message)).is === 'ok';
    },

    async answer({ responseUrl, threadTs }, answer) {
      if (!responseUrl) return 'refused';
      const where = { threadTs: threadTs ?? undefined };
      const told = await responder.tell(responseUrl, renderAnswer(answer, sealOf), where);
      if (told.is === 'ok') return 'told';
      log('not told', { surface: 'slack', because: 'command', is: told.is });
      return told.is === 'refused' ? 'refused' : 'again';
    },

    async tell({ responseUrl, threadTs }, refused) {
      if (!responseUrl) return;
      const where = { threadTs: threadTs ?? undefined };
      const answer = await responder.tell(
        responseUrl,
        writeDocument(refusedDocument(refused, sealOf)),
        where,
      );
      // The click changed nothing, so to miss this word costs a question and no verdict.
      if (answer.is !== 'ok') log('not told', { surface: 'slack', because: refused.because, is: answer.is });
    },
  };
}
