import type { Notice } from '../../case/content.ts';
import { quietHeadline } from '../../case/headline.ts';
import type { Sentence } from '../../case/sentence.ts';
import { counted, utc, utcSecond } from '../../platform/text/format.ts';
import { severityLabel } from '../../posture/severity.ts';
import { type Mood, standingText } from '../../verdict/decision-text.ts';
import type { CaseStory, ThreatStory, ThreatsStory } from './case-story.ts';
import type { ThreadPlan, TrailNote } from './plan-thread.ts';
import { threatsTitle } from './texts.ts';

/** The parts of the one line for notifications and screen readers. */
type Summary = readonly string[];

/** Makes text from outside harmless, as its chat needs it. */
type Say = (text: string | null) => string;

/** A sentence on one line, with times in UTC. */
export const sentenceLine = (sentence: Sentence, say: Say): string =>
  sentence
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('said' in part) return say(part.said);
      return part.exact ? utcSecond(part.atMs) : utc(part.atMs);
    })
    .join('');

export function caseSummary(story: CaseStory, say: Say, speak: (words: Sentence) => string): Summary {
  const { words, mood } = standingText(story);
  const severity = story.severity === null ? 'Case' : severityLabel(story.severity);
  if (story.quiet) return [`${severity}: ${quietHeadline(story.headline)}`, QUIET_MOODS[mood]];
  return [
    `${severity}: ${say(story.headline)}`,
    say(story.who.name ?? story.who.email),
    words === null ? say(story.brief) : speak(words),
  ];
}

/** Words of ours only: what stands on a locked screen is read by others. */
const QUIET_MOODS: Readonly<Record<Mood, string>> = {
  open: 'to be decided',
  underway: 'decided, on its way to the platform',
  attention: 'needs attention',
  done: 'decided',
  closed: 'closed',
};

export const threatSummary = ({ headline, who, summary, quiet }: ThreatStory, say: Say): Summary =>
  quiet
    ? ['A new threat']
    : [`Threat: ${say(headline) || 'without a title'}`, say(who.name ?? who.email), say(summary)];

/** How many of them a notification names. */
const NAMED_THREATS = 3;

export const threatsSummary = ({ title, threats, quiet }: ThreatsStory, say: Say): Summary => [
  threatsTitle({ title, threats }),
  ...(quiet ? [] : threats.slice(0, NAMED_THREATS).map(({ headline }) => say(headline))),
];

export const noticeSummary = ({ title, text }: Notice, say: Say): Summary => [
  say(title) || 'Notice',
  say(text),
];

export const eventsSummary = ({ events: { title, untold }, quiet }: ThreadPlan, say: Say): Summary => [
  title,
  counted(untold.length, 'event'),
  quiet ? '' : say(untold[0]?.title ?? null),
];

/** What a step of a decision says in a notification. */
export const trailSummary = ({ news, quietNews }: TrailNote, quiet: boolean | undefined): Sentence =>
  quiet ? quietNews : news;
