import type { DecisionRequest } from '../../case/answer.ts';
import { pressWord } from '../../case/outcome-words.ts';
import type { Found } from '../../verdict/authorize.ts';
import {
  type ClaimMessage,
  type ClickMessage,
  type MessageOf,
  type Reply,
  VERDICT_MESSAGE_VERSION,
} from '../../verdict/verdict-message.ts';
import type { Target } from '../document/button-target.ts';
import { CONTROL_LABELS, WITH_COMMENT } from '../document/case-buttons.ts';
import type { Press } from '../document/press.ts';
import { EVIDENCE } from '../document/texts.ts';
import type { Click } from './click.ts';

/** A click of a person who may decide, with what the chat said about them. */
export interface AcceptedClick extends Click {
  readonly found: Found;
}

export const decideMessage = (
  target: Target,
  { by, reply, id, atMs, channelId, found }: AcceptedClick,
  decided: Pick<DecisionRequest, 'outcome' | 'comment' | 'overrides'> & { eventIds: readonly string[] },
): MessageOf<'decide'> => ({
  ...about(target, reply),
  kind: 'decide',
  createdAtMs: target.createdAtMs,
  request: { ...decided, id, by, place: target.destination, clickedAtMs: atMs },
  channelId,
  found,
});

export const secondThoughtMessage = (
  kind: ClickMessage['kind'],
  target: Target,
  accepted: AcceptedClick,
): ClickMessage => ({ ...clickOn(target, accepted), kind });

/** `target` names the claim that the analyst saw. To take over is to claim a case of another analyst. */
export const claimMessage = (
  press: 'claim' | 'take-over' | 'hand-back',
  target: Target,
  accepted: AcceptedClick,
): ClaimMessage => ({
  ...clickOn(target, accepted),
  kind: press === 'hand-back' ? 'hand-back' : 'claim',
});

const clickOn = (target: Target, { by, reply, id: clickId, atMs, channelId, found }: AcceptedClick) => ({
  ...about(target, reply),
  // Every such button names its decision. A button without one is answered like an outdated one.
  decisionId: target.decisionId ?? 'none',
  by,
  place: target.destination,
  clickId,
  atMs,
  channelId,
  found,
});

/** `why`: what the analyst was told. */
export const deniedMessage = (
  why: string,
  press: Press,
  target: Target,
  { by, reply, id: clickId, atMs }: Click,
): MessageOf<'denied'> => ({
  ...about(target, reply),
  kind: 'denied',
  by,
  place: target.destination,
  clickId,
  atMs,
  what: pressWords(press),
  ...(press.is === 'outcome' && { outcome: press.outcome }),
  why,
});

/** The label of the button, which is the same in every chat. */
function pressWords(press: Press): string {
  if (press.is === 'outcome') return `pressed "${pressWord(press.outcome)}"`;
  if (press.is === 'evidence') return `pressed "${EVIDENCE}"`;
  return `pressed "${press.is === 'form' ? WITH_COMMENT : CONTROL_LABELS[press.is]}"`;
}

const about = ({ domain, caseId, episode }: Target, reply: Reply | null) => ({
  v: VERDICT_MESSAGE_VERSION as typeof VERDICT_MESSAGE_VERSION,
  domain,
  caseId,
  reply,
  ...(episode !== undefined && { episode }),
});
