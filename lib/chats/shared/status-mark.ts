import type { CaseStory, Severity } from './case-story.ts';
import { type Mood, standingWords } from './decision-text.ts';

/** The one sign at the left edge of a case, by which a channel can be scanned. */
export type Mark = Severity | 'unrated' | Exclude<Mood, 'open'>;

/** While nobody decided, how bad it is; afterwards, how it stands. */
export function markOf(story: CaseStory): Mark {
  const { mood } = standingWords(story);
  return mood === 'open' ? (story.severity ?? 'unrated') : mood;
}
