import { counted } from '../../base/text/format.ts';
import type { Hunting } from '../../case/answer-part.ts';
import type { Standing } from '../../verdict/decision-text.ts';
import { isClaimMessage, type VerdictMessage } from '../../verdict/verdict-message.ts';
import type { ThreatsStory } from './case-story.ts';
import type { Control } from './controls.ts';
import type { OutcomeChoice } from './outcome-choices.ts';

/** What analysts read in every chat, written once. */

export const NOT_TAKEN = 'The bridge could not take it. Nothing was recorded: please press again.';
export const NOT_ASKED = 'The bridge could not take the command. Please send it again in a minute.';
const RECEIVED =
  'Received. Nothing is recorded yet: the message shows what became of it. If it does not change, press again.';
const RECEIVED_CLAIM =
  'Received. The message shows in a moment who is on the case. If it does not change, press again.';
/** Said before the bridge has dealt with a click. It stays true however long that takes, or if it never happens. */
export const receivedText = (message: Pick<VerdictMessage, 'kind'>): string =>
  isClaimMessage(message) ? RECEIVED_CLAIM : RECEIVED;
export const CANNOT_PRESS =
  'The id of this case is too long to decide it from here. Decide it in the platform.';
export const MARKED_SAFE = 'marked safe';
export const EVIDENCE = 'Evidence';
export const EVIDENCE_EFFECT = 'Evidence. Shows what the case was about';
export const NO_EVIDENCE = 'The bridge has no evidence of this case any more. Open it in the platform.';
export const TO_FIND_IT = 'To find it in the logs';
export const APP_NAME = 'Posture Bridge';
export const APP_DESCRIPTION = 'New security cases in the channel, verdicts with a click';

const number = (count: number): string => count.toLocaleString('en-US');

/** `Open SigninLogs in Defender` */
export const openQuery = ({ name, link }: Hunting): string => `Open ${name} in ${link?.place}`;

export const moreInThread = (count: number): string => `… ${number(count)} more in the thread`;
export const moreInPlatform = (count: number): string => `… ${number(count)} more in the platform`;
export const moreSources = (count: number): string => `… and ${counted(count, 'more source event')}`;
export const andOthers = (count: number): string => `… and ${number(count)} others`;
export const times = (count: number): string => `${number(count)} × `;

/** The description of a link whose text is something else. */
export const OPEN_ITEM = 'Open in the platform';
export const threatsTitle = ({ title, threats }: Pick<ThreatsStory, 'title' | 'threats'>): string =>
  title ?? counted(threats.length, 'new threat');
export const earlierTitle = (count: number, about: string | null): string =>
  `${counted(count, 'threat')} of ${about ?? 'this case'}, told here before it`;
export const noticeFooter = (code: string): string =>
  `posture-bridge  ·  ${code.replace(/[^\w.-]/g, '').slice(0, 60) || 'notice'}`;

/** What an outcome does. Analysts read it when they are asked whether they are sure. */
export const effectOf = ({ approval, effect }: OutcomeChoice): string =>
  `${effect}. ${
    approval
      ? 'A second person has to approve it before it is recorded in the platform.'
      : 'It is recorded in the platform under your name.'
  }`;
/** The same in one line, for screen readers. */
export const spokenChoice = ({ label, effect }: OutcomeChoice): string => `${label}. ${effect}`;
export const confirmLabel = ({ approval, label }: OutcomeChoice): string =>
  approval ? 'Ask for approval' : label;

/** Asks before it sends a decision again that the platform may have recorded. */
export const SEND_AGAIN = {
  title: 'Send it again?',
  text: 'The platform may have recorded it already. Sending it again records it a second time.',
  button: 'Send again',
} as const;
export const mayBeRecorded = (standing: Standing): boolean =>
  standing.is === 'decided' &&
  standing.decision.state.is === 'failed' &&
  standing.decision.state.mayBeRecorded;

/** What a button about a decision does, for screen readers. */
export const CONTROL_EFFECTS: Readonly<Record<Exclude<Control, 'choices'>, string>> = {
  undo: 'Undo. Takes the decision back',
  approve: 'Approve. The decision is then recorded in the platform',
  decline: 'Decline. The decision is not recorded',
  retry: 'Retry. Sends the decision to the platform again',
  override: 'Override. Records another outcome, with your reason',
  claim: 'On it. Shows everybody that you are on the case',
  'take-over': 'Take over. Shows you as the one on the case',
  'hand-back': 'Hand back. Shows that nobody is on the case',
};
export const FORM_EFFECT = 'Choose an outcome, say why, name events';

/** The one button for taking over and handing back, where there is no room for two. */
export const HAND_OVER = {
  title: 'Hand over…',
  text: 'Take the case over, or hand it back so that others see that nobody is on it.',
} as const;
