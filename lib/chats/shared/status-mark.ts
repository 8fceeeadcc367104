import type { Severity } from '../../posture/severity.ts';
import { type Mood, standingText } from '../../verdict/decision-text.ts';
import type { CaseStory } from './case-story.ts';

/** The one sign at the left edge of a case, by which a channel can be scanned. */
export type Mark = Severity | 'unrated' | Exclude<Mood, 'open'>;

/** While nobody decided, how bad it is; afterwards, how it stands. */
export function statusMarkOf(story: CaseStory): Mark {
  const { mood } = standingText(story);
  return mood === 'open' ? (story.severity ?? 'unrated') : mood;
}
