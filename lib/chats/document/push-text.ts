import { cleanWithin } from '../../base/text/clean-text.ts';
import { utc, utcSecond } from '../../base/text/format.ts';
import { quietHeadline } from '../../case/threat-type-words.ts';
import { severityLabel } from '../../posture/severity.ts';
import { type Mood, standingText } from '../../verdict/decision-text.ts';
import type { CaseStory } from './case-story.ts';
import type { Summary } from './document.ts';
import { ROOM } from './message-limits.ts';

type SummaryPart = Summary[number];

/** Text from outside as a part of a summary; `or`: our words where the text shows nothing. */
export const named = (text: string | null, or?: string): SummaryPart => {
  const isSeen = text !== null && cleanWithin(text, ROOM.fallbackPart) !== '';
  return isSeen ? [{ said: text, room: ROOM.fallbackPart }] : or === undefined ? [] : [or];
};

/** A part, or any sentence, on one line, with times in UTC. `say` makes text from outside harmless, as its chat needs it. */
export const sentenceLine = (part: SummaryPart, say: (text: string, room?: number) => string): string =>
  part
    .map((one) => {
      if (typeof one === 'string') return one;
      if ('said' in one) return say(one.said, one.room);
      return one.exact ? utcSecond(one.atMs) : utc(one.atMs);
    })
    .join('');

/** What a phone shows of a case: the title first, and no name twice. */
export function pushTextOf(story: CaseStory): Summary {
  const { words, mood } = standingText(story);
  const severity = story.severity === null ? [] : [severityLabel(story.severity)];
  if (story.quiet) return [severity, [quietHeadline(story.headline)], [QUIET_MOODS[mood]]];
  const { name, email } = story.who;
  const isNamed = (text: string) =>
    [name, email].some((one) => one && text.toLowerCase().includes(one.toLowerCase()));
  const brief = story.brief !== null && isNamed(story.brief) ? null : story.brief;
  return [severity, named(story.headline), named(name ?? email), words ?? named(brief)];
}

/** Only words of the bridge: others may read a locked screen. */
const QUIET_MOODS: Readonly<Record<Mood, string>> = {
  open: 'to be decided',
  underway: 'decided, on its way to the platform',
  'passed-on': 'decided, still open',
  attention: 'needs attention',
  done: 'decided',
  closed: 'closed',
};
