import { severityLabel } from '../../posture/severity.ts';
import type { CaseStory, ThreatStory } from './case-story.ts';
import { type Sentence, standingText } from './decision-text.ts';
import { counted, utc } from './format.ts';
import type { ThreadPlan } from './plan-thread.ts';
import type { Notice } from './renderer.ts';

/** The parts of the one line for notifications and screen readers. */
type Summary = readonly string[];

/** Makes text from outside harmless, as its chat needs it. */
type Say = (text: string | null) => string;

/** A sentence on one line, with times in UTC. */
export const sentenceLine = (sentence: Sentence, say: Say): string =>
  sentence
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'said' in part ? say(part.said) : utc(part.atMs);
    })
    .join('');

export function caseSummary(story: CaseStory, say: Say, speak: (words: Sentence) => string): Summary {
  const { words } = standingText(story);
  const severity = story.severity === null ? 'Case' : severityLabel(story.severity);
  return [
    `${severity}: ${say(story.headline)}`,
    say(story.who.name ?? story.who.email),
    words === null ? say(story.brief) : speak(words),
  ];
}

export const threatSummary = ({ headline, who, summary }: ThreatStory, say: Say): Summary => [
  `Threat: ${say(headline) || 'without a title'}`,
  say(who.name ?? who.email),
  say(summary),
];

export const noticeSummary = ({ title, text }: Notice, say: Say): Summary => [
  say(title) || 'Notice',
  say(text),
];

export const eventsSummary = ({ title, untold }: ThreadPlan['events'], say: Say): Summary => [
  title,
  counted(untold.length, 'event'),
  say(untold[0]?.title ?? null),
];
