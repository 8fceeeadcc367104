import type { Log } from '../../platform/log.ts';
import type { CaseVerdict } from '../../verdict/case-verdict.ts';
import type { Told } from '../../verdict/verdict-handler.ts';
import type { Reply } from '../../verdict/verdict-message.ts';
import { WITH_COMMENT } from '../shared/controls.ts';
import { decidedWord } from '../shared/outcome-choices.ts';
import { toldWords } from '../shared/refusal-text.ts';
import type { SlackMessage } from './message.ts';
import { renderConflict, renderProblem } from './render-private.ts';
import type { createSlackFace, SlackContent } from './renderer.ts';
import type { Responder } from './respond.ts';

export interface SlackRepliesParts {
  readonly face: ReturnType<typeof createSlackFace>;
  readonly responder: Responder;
  readonly log: Log;
}

/** Answers to a click, through the address that came with it: past the backlog of its channel, and without a token. */
export function createSlackReplies({ face, responder, log }: SlackRepliesParts) {
  return {
    /** Puts the case as it stands now in the place of the clicked message. The hash of what is shown, or null. */
    async showAtOnce(reply: Reply, content: SlackContent, verdict: CaseVerdict): Promise<string | null> {
      if (reply.surface !== 'slack' || reply.responseUrl === null) return null;
      const { message, hash } = face.show(content, verdict).main;
      // The address takes five answers. What is shown already needs none of them.
      if (content.main?.hash === hash) return hash;
      const answer = await responder.replace(reply.responseUrl, message);
      return answer.is === 'ok' ? hash : null;
    },

    async tell(reply: Reply, told: Told): Promise<void> {
      if (reply.surface !== 'slack' || reply.responseUrl === null) return;
      const threadTs = reply.threadTs ?? undefined;
      const answer = await responder.tell(reply.responseUrl, answerTo(told), { threadTs });
      // Nothing was changed by the click, so to miss this word costs a question and no verdict.
      if (answer.is !== 'ok') log('not told', { surface: 'slack', because: told.because, is: answer.is });
    },
  };
}

/** To a conflict belongs the way out of it, so it is more than words. */
const answerTo = (told: Told): SlackMessage =>
  told.because === 'conflict' && told.current
    ? conflict(told.current, told.place)
    : renderProblem(toldWords(told, WITH_COMMENT));

const conflict = ({ domain, caseId, createdAtMs, decision }: CaseVerdict, place: string): SlackMessage =>
  renderConflict(
    { ...decision, label: decidedWord(decision.outcome) },
    { domain, caseId, destination: place, createdAtMs: createdAtMs ?? 0, decisionId: decision.id },
  );
