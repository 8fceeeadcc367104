import type { CaseVerdict } from '../../verdict/case-verdict.ts';
import type { RefusedClick } from '../../verdict/verdict-handler.ts';
import type { Replies, RepliesParts } from '../shared/chat-definition.ts';
import { WITH_COMMENT } from '../shared/controls.ts';
import { decidedWord } from '../shared/outcome-choices.ts';
import { refusalText } from '../shared/refusal-text.ts';
import { slackConfig } from './chat-config.ts';
import { readReply } from './clicker.ts';
import type { SlackMessage } from './message.ts';
import { renderConflict, renderProblem } from './render-private.ts';
import { createSlackRenderer } from './renderer.ts';
import { createResponder, type Responder } from './respond.ts';

const TIMEOUT_MS = 3_000;

/** Answers to a click, through the address that came with it: past the backlog of its channel, and without a token. */
export function createSlackReplies(
  { config, rules, log }: RepliesParts,
  {
    renderer = createSlackRenderer(rules),
    responder = createResponder({
      allowedOrigins: slackConfig(config).responseOrigins,
      timeoutMs: TIMEOUT_MS,
    }),
  }: { renderer?: ReturnType<typeof createSlackRenderer>; responder?: Responder } = {},
): Replies {
  return {
    foreseesDecisions: false,

    clickedMessage(reply) {
      const { channel, messageTs } = readReply(reply);
      return channel === null || messageTs === null ? null : { channel, ts: messageTs };
    },

    async showAtOnce(reply, shown, verdict) {
      const { responseUrl } = readReply(reply);
      if (responseUrl === null) return;
      const { message, hash } = renderer.render(shown, verdict).main;
      // The address takes five answers. What is shown already needs none of them.
      if (shown.main?.hash !== hash) await responder.replace(responseUrl, message);
    },

    async tell(reply, refused) {
      const { responseUrl, threadTs } = readReply(reply);
      if (responseUrl === null) return;
      const answer = await responder.tell(responseUrl, answerTo(refused), {
        threadTs: threadTs ?? undefined,
      });
      // The click changed nothing, so to miss this word costs a question and no verdict.
      if (answer.is !== 'ok') log('not told', { surface: 'slack', because: refused.because, is: answer.is });
    },
  };
}

/** To a conflict belongs the way out of it, so it is more than words. */
const answerTo = (refused: RefusedClick): SlackMessage =>
  refused.because === 'conflict' && refused.current
    ? conflict(refused.current, refused.place)
    : renderProblem(refusalText(refused, WITH_COMMENT));

const conflict = ({ domain, caseId, createdAtMs, decision }: CaseVerdict, place: string): SlackMessage =>
  renderConflict(
    { ...decision, label: decidedWord(decision.outcome) },
    { domain, caseId, destination: place, createdAtMs: createdAtMs ?? 0, decisionId: decision.id },
  );
