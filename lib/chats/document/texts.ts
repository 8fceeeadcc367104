import { counted, grouped } from '../../base/text/format.ts';
import type { Hunting } from '../../case/answer-part.ts';
import type { ShownStanding } from '../../verdict/decision-text.ts';
import { isClaimMessage, type VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Control } from './case-buttons.ts';
import type { ThreatsStory } from './case-story.ts';
import type { OutcomeChoice } from './outcome-choices.ts';

/** What analysts read in every chat, written once. */

export const NOT_TAKEN = "That didn't go through. Nothing was recorded. Press again.";
export const NOT_ASKED = "That didn't go through. Send the command again in a minute.";
const RECEIVED = 'Got it. The case updates in a moment; if not, press again';
const RECEIVED_CLAIM = 'Got it. The case shows who has it in a moment; if not, press again';
/** Said before the bridge has dealt with a click. It stays true however long that takes, or if it never happens. */
export const receivedText = (message: Pick<VerdictMessage, 'kind'>): string =>
  isClaimMessage(message) ? RECEIVED_CLAIM : RECEIVED;
export const CANNOT_PRESS =
  "This case can't be decided from here: its id is too long. Decide it in the platform.";
export const MARKED_SAFE = 'marked safe';
export const EVIDENCE = 'Evidence';
export const EVIDENCE_EFFECT = 'Evidence. Shows what the case was about';
export const NO_EVIDENCE = 'The bridge no longer has the evidence of this case. Open it in the platform.';
export const TO_FIND_IT = 'Find it in the logs';
export const APP_NAME = 'Posture Bridge';
export const APP_DESCRIPTION = 'New security cases in the channel, verdicts with a click';

/** `Open SigninLogs in Defender` */
export const openQuery = ({ name, link }: Hunting): string => `Open ${name} in ${link?.place}`;

export const moreInThread = (count: number): string => `… ${grouped(count)} more in the thread`;
export const moreInPlatform = (count: number): string => `… ${grouped(count)} more in the platform`;
export const moreSources = (count: number): string => `… and ${counted(count, 'more source event')}`;
export const andOthers = (count: number): string => `… and ${counted(count, 'other')}`;
export const times = (count: number): string => `${grouped(count)} × `;

/** The text of a link that stands beside what it opens. */
export const OPEN = 'Open';
/** `Open case` */
export const openLabel = (what = 'item'): string => `${OPEN} ${what.toLowerCase()}`;
export const threatsTitle = ({ title, threats }: Pick<ThreatsStory, 'title' | 'threats'>): string =>
  title ?? counted(threats.length, 'new threat');
export const earlierTitle = (count: number, about: string | null): string =>
  `${counted(count, 'threat')} for ${about ?? 'this case'}, posted here earlier`;
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
  text: 'The platform may already have recorded it. Sending it again may record it twice.',
  button: 'Send again',
} as const;
export const mayBeRecorded = (standing: ShownStanding): boolean =>
  standing.is === 'decided' &&
  standing.decision.state.is === 'failed' &&
  standing.decision.state.mayBeRecorded;

/** What a button about a decision does, for screen readers. */
export const CONTROL_EFFECTS: Readonly<Record<Exclude<Control, 'choices'>, string>> = {
  undo: 'Undo. Withdraws the decision',
  approve: 'Approve. The decision is then recorded in the platform',
  decline: 'Decline. The decision is not recorded',
  retry: 'Retry. Sends the decision to the platform again',
  override: 'Override. Records another outcome, with your reason',
  claim: 'On it. Shows everyone that you have the case',
  'take-over': 'Take over. Shows everyone that you have the case now',
  'hand-back': 'Hand back. Shows everyone that nobody has the case',
};
export const FORM_EFFECT = 'Choose an outcome, say why, pick events';

/** The one button for taking over and handing back, where there is no room for two. */
export const HAND_OVER = {
  title: 'Hand over…',
  text: 'Take the case over, or hand it back so that others can take it.',
} as const;
