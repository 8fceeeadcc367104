import { NOBODY_NAMED } from '../../case/content.ts';
import type { Evidence } from '../../case/evidence.ts';
import { UNTITLED_EVENT } from '../../case/evidence.ts';
import { counted } from '../../platform/text/format.ts';
import { severityLabel } from '../../posture/severity.ts';
import { standingText } from '../../verdict/decision-text.ts';
import type { CaseStory } from '../shared/case-story.ts';
import { factLines } from '../shared/fact-text.ts';
import { ROOM, SHOWN_EVENTS } from '../shared/message-limits.ts';
import { type Mark, statusMarkOf } from '../shared/status-mark.ts';
import { caseSummary } from '../shared/summary.ts';
import { CANNOT_PRESS, caseIdOf, MARKED_SAFE, moreInThread } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import { renderActions } from './render-actions.ts';
import {
  bullets,
  dotted,
  emoji,
  type Inline,
  type Line,
  linked,
  ours,
  quote,
  type RichText,
  richText,
  said,
  section,
  shownId,
  stacked,
  when,
} from './render-blocks.ts';
import { fallback, fallbackSaid, spoken, spokenText } from './sentences.ts';

/**
 * The message of a case. Read from the top: what happened and to whom, how bad and since when, by what signs, what was
 * decided, what to press. The evidence stays whatever is decided.
 */
export function renderCase(story: CaseStory): SlackMessage {
  return {
    text: fallback(caseSummary(story, fallbackSaid, spokenText)),
    blocks: [
      ...richText([
        section([
          headLine(story),
          [said(story.brief, ROOM.brief)],
          factLine(story),
          ...factLines(story).map((line) => spoken(line)),
        ]),
      ]),
      ...evidence(story),
      ...standing(story),
      ...(renderActions(story) ?? richText([section([[ours(CANNOT_PRESS, { italic: true })]])])),
      ...richText([section([shownId(caseIdOf(story))])]),
    ],
  };
}

const BOLD = { bold: true } as const;

const headLine = (story: CaseStory): Line => [
  emoji(SIGNS[statusMarkOf(story)]),
  ours(' '),
  ...dotted([
    [linked(said(story.headline, ROOM.headline, BOLD) ?? ours('Case', BOLD), story.link)],
    whoLine(story.who),
  ]),
];

/** `Anna Berg  anna.berg@acme.com` */
export function whoLine({ name, email }: CaseStory['who']): readonly Inline[] {
  const person = said(name, ROOM.name, { bold: true });
  const address = said(email, ROOM.email);
  if (person && address) return [person, ours('  '), address];
  return [person ?? address ?? ours(NOBODY_NAMED)];
}

const factLine = (story: CaseStory): Line => {
  const { severity, eventCount, openedAtMs, state } = story;
  return dotted([
    severity === null ? [] : [ours(severityLabel(severity), { bold: true })],
    [ours(counted(eventCount, 'event'))],
    [ours('opened '), when(openedAtMs)],
    standingText(story).mood === 'open' ? [ours(state)] : [],
  ]);
};

const SIGNS: Readonly<Record<Mark, string>> = {
  critical: 'red_circle',
  high: 'large_orange_circle',
  medium: 'large_yellow_circle',
  low: 'large_blue_circle',
  unrated: 'white_circle',
  underway: 'hourglass_flowing_sand',
  attention: 'warning',
  done: 'white_check_mark',
  closed: 'lock',
};

function evidence({ evidence: events, eventCount }: CaseStory): readonly RichText[] {
  const shown = events.slice(0, SHOWN_EVENTS);
  const more = eventCount - shown.length;
  return richText([
    ...bullets(shown.map(eventLine)),
    ...(more > 0 ? [section([[ours(moreInThread(more), { italic: true })]])] : []),
  ]);
}

/**
 * `Mass download from SharePoint, 4,812 files  ·  High  ·  CloudAppEvents  ·  today 09:12`; below it of what kind it is, and
 * what the platform says of it.
 */
export function eventLine(event: Evidence): Line {
  const { kinds = '', signal = null, summary = null } = event;
  return stacked([
    shortEventLine(event),
    dotted([[said(kinds, 2 * ROOM.category)], [said(signal, ROOM.signal)]]),
    [said(summary, ROOM.eventSummary)],
  ]);
}

/** On one line, where there are many. */
export const shortEventLine = ({ title, severity, source, atMs, flagged, safe, id }: Evidence): Line => [
  ...(flagged ? [emoji('triangular_flag_on_post'), ours(' ')] : []),
  ...dotted([
    [linked(said(title, ROOM.eventTitle) ?? ours(UNTITLED_EVENT), id?.link)],
    severity === null ? [] : [ours(severityLabel(severity))],
    [said(source, ROOM.source, { italic: true })],
    [when(atMs)],
    safe ? [ours(MARKED_SAFE)] : [],
    id === undefined ? [] : shownId(id),
  ]),
];

function standing(story: CaseStory): readonly RichText[] {
  const { words, comment } = standingText(story);
  if (words === null) return [];
  return richText([section([spoken(words, { names: 'as-shown' })]), ...quote(said(comment, ROOM.comment))]);
}
