import type { DecisionRequest, Person } from '../../case/answer.ts';
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
import { CONTROL_LABELS, WITH_COMMENT } from '../document/controls.ts';
import type { Press } from '../document/press.ts';

/** Who clicked, when, and where they can be answered. */
export interface Clicked {
  readonly by: Person;
  readonly reply: Reply | null;
  readonly clickId: string;
  readonly atMs: number;
  /** As reported by the chat; null when it does not say. */
  readonly channelId: string | null;
}

/** Who clicked and may, with what the chat said about them. */
export interface Accepted extends Clicked {
  readonly found: Found;
}

export const decideMessage = (
  target: Target,
  { by, reply, clickId, atMs, channelId, found }: Accepted,
  decided: Pick<DecisionRequest, 'outcome' | 'comment' | 'overrides'> & { eventIds: readonly string[] },
): MessageOf<'decide'> => ({
  ...about(target, reply),
  kind: 'decide',
  createdAtMs: target.createdAtMs,
  request: { ...decided, id: clickId, by, place: target.destination, clickedAtMs: atMs },
  channelId,
  found,
});

export const secondThoughtMessage = (
  kind: ClickMessage['kind'],
  target: Target,
  accepted: Accepted,
): ClickMessage => ({ ...clickOn(target, accepted), kind });

/** `target`: whose claim the analyst saw. To take over is to claim what another analyst is on. */
export const claimMessage = (
  press: 'claim' | 'take-over' | 'hand-back',
  target: Target,
  accepted: Accepted,
): ClaimMessage => ({
  ...clickOn(target, accepted),
  kind: press === 'hand-back' ? 'hand-back' : 'claim',
});

const clickOn = (target: Target, { by, reply, clickId, atMs, channelId, found }: Accepted) => ({
  ...about(target, reply),
  // Every such button names its decision. One that does not is answered like one of long ago.
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
  { by, reply, clickId, atMs }: Clicked,
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

/** What stands on the button, the same in every chat. */
function pressWords(press: Press): string {
  if (press.is === 'outcome') return `pressed "${pressWord(press.outcome)}"`;
  return `pressed "${press.is === 'form' ? WITH_COMMENT : CONTROL_LABELS[press.is]}"`;
}

const about = ({ domain, caseId, episode }: Target, reply: Reply | null) => ({
  v: VERDICT_MESSAGE_VERSION as typeof VERDICT_MESSAGE_VERSION,
  domain,
  caseId,
  reply,
  ...(episode !== undefined && { episode }),
});
