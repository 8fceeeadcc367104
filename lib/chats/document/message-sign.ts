import type { Severity } from '../../posture/severity.ts';
import { type Mood, standingText } from '../../verdict/decision-text.ts';
import type { CaseStory } from './case-story.ts';

/** The one sign at the left edge of a message, by which analysts scan a channel. */
export type Sign =
  | Severity
  | 'unrated'
  | Exclude<Mood, 'open' | 'passed-on'>
  | 'threat'
  | 'storm'
  | 'broken'
  | 'well'
  | 'notice'
  | 'hello'
  | 'bulk';

/** The severity while the case is open in the platform and nothing is on its way there; else how the decision stands. */
export function signOf(story: CaseStory): Sign {
  const { mood } = standingText(story);
  return mood === 'open' || mood === 'passed-on' ? (story.severity ?? 'unrated') : mood;
}

const BROKEN = new Set(['destination_closed', 'feed_unauthorized']);
const WELL = new Set(['destination_open', 'destination_was_closed', 'feed_authorized', 'canary_back']);

/** What broke, and what works again, are told apart at a glance. */
export const noticeSign = (code: string): Sign =>
  BROKEN.has(code) ? 'broken' : WELL.has(code) ? 'well' : 'notice';
