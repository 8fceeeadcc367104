import type { OutcomeChoice, Standing, ThreatStory } from './case-story.ts';
import { counted, shortId } from './format.ts';

/** What analysts read in every chat, written once. */

export const NOT_TAKEN = 'The bridge could not take it. Nothing was recorded: please press again.';
/** Said before the bridge has dealt with a click. It stays true however long that takes, or if it never happens. */
export const RECEIVED =
  'Received. Nothing is recorded yet: the message shows what became of it. If it does not change, press again.';
export const CANNOT_PRESS =
  'The id of this case is too long to decide it from here. Decide it in the platform.';
export const NOBODY_NAMED = 'nobody named';
export const UNTITLED_EVENT = 'Event without a title';
export const MARKED_SAFE = 'marked safe';
export const TO_FIND_IT = 'To find it in the logs';
export const APP_NAME = 'Posture Bridge';
export const APP_DESCRIPTION = 'New security cases in the channel, verdicts with a click';

const number = (count: number): string => count.toLocaleString('en-US');

export const moreInThread = (count: number): string => `… ${number(count)} more in the thread`;
export const moreInPlatform = (count: number): string => `… ${number(count)} more in the platform`;
export const moreSources = (count: number): string => `… and ${counted(count, 'more source event')}`;
export const andOthers = (count: number): string => `… and ${number(count)} others`;
export const times = (count: number): string => `${number(count)} × `;

export const caseFooter = ({ caseId, domain }: { caseId: string; domain: string }): string =>
  `case ${shortId(caseId)}  ·  ${domain}`;
export const threatFooter = ({ eventId, domain }: ThreatStory): string =>
  `threat ${shortId(eventId)}  ·  ${domain}`;
export const threatsTitle = (count: number): string => counted(count, 'new threat');
export const noticeFooter = (code: string): string =>
  `posture-bridge  ·  ${code.replace(/[^\w.-]/g, '').slice(0, 60) || 'notice'}`;

/** What an outcome does, for analysts who are asked once more before it counts. */
export const effectOf = ({ approval }: OutcomeChoice): string =>
  approval
    ? 'A second person has to approve it before it is recorded in the platform.'
    : 'It is recorded in the platform under your name.';
export const confirmLabel = ({ approval, label }: OutcomeChoice): string =>
  approval ? 'Ask for approval' : label;

/** Sending a decision again that may have been recorded already. */
export const SEND_AGAIN = {
  title: 'Send it again?',
  text: 'The platform may have recorded it already. Sending it again records it a second time.',
  button: 'Send again',
} as const;
export const mayBeRecorded = (standing: Standing): boolean =>
  standing.is === 'decided' &&
  standing.decision.state.is === 'failed' &&
  standing.decision.state.mayBeRecorded;

const MOST_KINDS = 4;

/** `Credential access, Initial access › Impossible travel` */
export const kindsOf = ({ category, subcategory }: ThreatStory): string =>
  [category, subcategory]
    .map((names) => names.slice(0, MOST_KINDS).join(', '))
    .filter((names) => names !== '')
    .join(' › ');

/** Where who is on a case can be changed, and there is no room for two buttons. */
export const HAND_OVER = {
  title: 'Hand over…',
  text: 'Take the case over, or hand it back so that others see that nobody is on it.',
} as const;
