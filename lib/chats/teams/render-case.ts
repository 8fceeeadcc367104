import { severityLabel } from '../../posture/severity.ts';
import type { CaseStory, Evidence } from '../shared/case-story.ts';
import { type Mood, standingText } from '../shared/decision-text.ts';
import { factLines } from '../shared/fact-text.ts';
import { counted } from '../shared/format.ts';
import { ROOM, SHOWN_EVENTS } from '../shared/message-limits.ts';
import { type Mark, statusMarkOf } from '../shared/status-mark.ts';
import { caseSummary } from '../shared/summary.ts';
import {
  CANNOT_PRESS,
  caseFooter,
  MARKED_SAFE,
  moreInThread,
  NOBODY_NAMED,
  RECEIVED,
  UNTITLED_EVENT,
} from '../shared/texts.ts';
import {
  BOLD,
  caption,
  container,
  dotted,
  footer,
  note,
  ours,
  quote,
  type Run,
  rich,
  said,
  spoken,
  when,
} from './blocks.ts';
import { bytesOf, type CardNode, createCard, MOST_BYTES, type TeamsMessage } from './message.ts';
import { renderActions } from './render-actions.ts';
import { plainSaid, plainWords, summaryOf } from './summary.ts';

export interface CaseView {
  /** `none`: for a channel from which nothing comes back. */
  readonly actions?: 'buttons' | 'none' | undefined;
  /** Answers a click that the verdict function has not dealt with yet. */
  readonly received?: boolean | undefined;
}

/** How many events the form offers, when fewer make the card small enough. */
const EVENT_STEPS = [200, 100, 50, 20, 0];

/**
 * The card of a case. Read from the top: what happened and to whom, how bad and since when, by what signs, what was
 * decided, what to press. The evidence stays whatever is decided.
 */
export function renderCase(story: CaseStory, view: CaseView = {}): TeamsMessage {
  const offered = EVENT_STEPS.map((most) => () => render(story, view, most));
  const fitting = offered.find((draw) => bytesOf(draw()) <= MOST_BYTES);
  return (fitting ?? (() => render(story, view, 0)))();
}

function render(
  story: CaseStory,
  { actions: kind = 'buttons', received = false }: CaseView,
  mostEvents: number,
): TeamsMessage {
  const actions = kind === 'buttons' ? renderActions(story, mostEvents) : [];
  return {
    summary: summaryOf(caseSummary(story, plainSaid, plainWords)),
    card: createCard(
      [
        ...heading(SIGNS[statusMarkOf(story)], story.headline, 'Case'),
        ...rich(whoLine(story.who), { spacing: 'none' }),
        ...rich([said(story.brief, ROOM.brief)], { spacing: 'small' }),
        ...caption(facts(story), { spacing: 'small' }),
        ...factLines(story).flatMap(spoken),
        ...evidence(story),
        ...standing(story),
        ...(received ? caption(RECEIVED) : []),
        ...(actions === null ? caption(CANNOT_PRESS) : []),
        ...footer(caseFooter(story)),
      ],
      actions ?? [],
    ),
  };
}

/** A sign, and what it is about in large letters. */
export const heading = (sign: string, title: string, otherwise: string): readonly CardNode[] => {
  const style = { ...BOLD, size: 'medium' } as const;
  return rich([ours(`${sign} `, style), said(title, ROOM.headline, style) ?? ours(otherwise, style)]);
};

/** `Anna Berg  anna.berg@acme.com` */
export function whoLine({ name, email }: CaseStory['who']): readonly Run[] {
  const person = said(name, ROOM.name, BOLD);
  const address = said(email, ROOM.email);
  if (person && address) return [person, ours('  '), address];
  return [person ?? address ?? ours(NOBODY_NAMED)];
}

function facts(story: CaseStory): string {
  const { severity, eventCount, openedAtMs, state } = story;
  const opened = when(openedAtMs);
  return [
    severity === null ? null : `**${severityLabel(severity)}**`,
    counted(eventCount, 'event'),
    opened === null ? null : `opened ${opened}`,
    standingText(story).mood === 'open' ? state : null,
  ]
    .filter((part) => part !== null)
    .join('  ·  ');
}

const SIGNS: Readonly<Record<Mark, string>> = {
  critical: '🔴',
  high: '🟠',
  medium: '🟡',
  low: '🔵',
  unrated: '⚪',
  underway: '⏳',
  attention: '⚠️',
  done: '✅',
  closed: '🔒',
};

function evidence({ evidence: events, eventCount }: CaseStory): readonly CardNode[] {
  const shown = events.slice(0, SHOWN_EVENTS);
  const more = eventCount - shown.length;
  return [...shown.flatMap(eventLines), ...note(more > 0 ? moreInThread(more) : null, { spacing: 'small' })];
}

/** `• Mass download from SharePoint, 4,812 files  ·  CloudAppEvents`, and below it when. */
export const eventLines = ({ title, source, atMs, flagged, safe }: Evidence): readonly CardNode[] => [
  ...rich(
    [
      ours(flagged ? '• 🚩 ' : '• '),
      ...dotted([
        [said(title, ROOM.eventTitle) ?? ours(UNTITLED_EVENT)],
        [said(source, ROOM.source, { italic: true })],
        safe ? [ours(MARKED_SAFE)] : [],
      ]),
    ],
    { spacing: 'small' },
  ),
  ...note(when(atMs)),
];

const STYLES: Readonly<Record<Mood, Parameters<typeof container>[1]>> = {
  open: 'default',
  underway: 'emphasis',
  attention: 'attention',
  done: 'good',
  closed: 'emphasis',
};

function standing(story: CaseStory): readonly CardNode[] {
  const { words, mood, comment } = standingText(story);
  if (words === null) return [];
  return container([...spoken(words), ...quote(comment, ROOM.comment)], STYLES[mood]);
}
