import type { SealOf } from '../../base/seal.ts';
import type { Decision, Person } from '../../case/answer.ts';
import type { AuthorityConfig } from '../../config/authority.ts';
import { decide } from '../../verdict/decide.ts';
import { refusalText } from '../../verdict/refusal-text.ts';
import { isSamePerson, type KnownPeople } from '../../verdict/same-person.ts';
import {
  type ClickedMessage,
  type ClickMessage,
  isClaimMessage,
  type MessageOf,
} from '../../verdict/verdict-message.ts';
import { WITH_COMMENT } from '../document/case-buttons.ts';
import { renderRules } from '../document/outcome-choices.ts';
import { receivedText } from '../document/texts.ts';
import type { KnownCase } from '../presses/chat-definition.ts';
import { cardAnswer, type InvokeAnswer, messageAnswer } from './invoke-answer.ts';
import { plainWords } from './plain-text.ts';
import { renderCaseCard } from './renderer.ts';

/** The value has no influence on what a click leads to. */
const POST_TIMEOUT_MS = 30_000;

interface ForeseeParts {
  readonly config: AuthorityConfig;
  readonly nowMs: number;
  readonly sealOf?: SealOf | undefined;
}

/** The verdict function decides a moment later, by the same rules; null where nobody may decide. */
function foreseen(message: ClickedMessage, { delivery, answer }: KnownCase, { config, nowMs }: ForeseeParts) {
  const { verdicts: rules, people } = config;
  if (!rules) return null;
  const context = { rules, people, nowMs, postTimeoutMs: POST_TIMEOUT_MS, episode: delivery.record?.episode };
  return decide(answer, message, context);
}

/** Whether the analyst is told at once that the click changes nothing. */
export const foreseesRefusal = (message: ClickedMessage, known: KnownCase, parts: ForeseeParts): boolean =>
  foreseen(message, known, parts)?.is === 'refused';

/** What the analyst sees at once: what the verdict function will most likely say. */
export function foresee(message: ClickedMessage, known: KnownCase, parts: ForeseeParts): InvokeAnswer {
  const { config, sealOf } = parts;
  const { delivery } = known;
  const received = receivedText(message);
  const next = foreseen(message, known, parts);
  if (!next) return messageAnswer(received);
  if (next.is !== 'refused') {
    const then = next.is === 'changed' ? next.next : next.current;
    // The line goes when everybody's card replaces this one.
    const { by } = message.kind === 'decide' ? message.request : message;
    const isReader = (person: Person) => isSamePerson(person, by, config.people);
    const card = renderCaseCard({ ...renderRules(config), sealOf }, delivery, then, { received, isReader });
    return card ? cardAnswer(card) : messageAnswer(received);
  }
  // A line on the card would go when everybody's card is updated. A message stays.
  const { because, current } = next;
  const words = refusalText({ ...aboutClick(message), because, current }, WITH_COMMENT);
  const first =
    because === 'conflict' && current?.decision && !isClaimMessage(message)
      ? `${already(message, current.decision, config.people)} `
      : '';
  return messageAnswer(`${first}${plainWords(words)}`);
}

/** An analyst who clicks twice comes second to themselves. */
const already = (
  message: MessageOf<'decide'> | ClickMessage,
  decision: Decision,
  people: KnownPeople,
): string =>
  isSamePerson(decision.by, message.kind === 'decide' ? message.request.by : message.by, people)
    ? 'This click changed nothing.'
    : 'Your decision was not recorded.';

const aboutClick = (message: ClickedMessage) => ({
  domain: message.domain,
  caseId: message.caseId,
  place: message.kind === 'decide' ? message.request.place : message.place,
});
