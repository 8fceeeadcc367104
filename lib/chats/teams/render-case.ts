import { NOBODY_NAMED } from '../../case/content.ts';
import type { Evidence } from '../../case/evidence.ts';
import { UNTITLED_EVENT } from '../../case/evidence.ts';
import { counted } from '../../platform/text/format.ts';
import { severityLabel } from '../../posture/severity.ts';
import { type Mood, standingText } from '../../verdict/decision-text.ts';
import type { CaseStory } from '../shared/case-story.ts';
import { factLines } from '../shared/fact-text.ts';
import { ROOM, SHOWN_EVENTS } from '../shared/message-limits.ts';
import { type Mark, statusMarkOf } from '../shared/status-mark.ts';
import { caseSummary } from '../shared/summary.ts';
import { CANNOT_PRESS, caseIdOf, MARKED_SAFE, moreInThread } from '../shared/texts.ts';
import {
  BOLD,
  caption,
  container,
  dotted,
  idFooter,
  linked,
  note,
  ours,
  quote,
  type Run,
  rich,
  said,
  shownId,
  spoken,
  when,
} from './blocks.ts';
import { type CardNode, createCard, firstFitting, type TeamsMessage } from './message.ts';
import { renderActions } from './render-actions.ts';
import { plainSaid, plainWords, summaryOf } from './summary.ts';

export interface CaseView {
  /** `none`: for a channel from which nothing comes back. */
  readonly actions?: 'buttons' | 'none' | undefined;
  /** Said of a click that the verdict function has not dealt with yet. */
  readonly received?: string | undefined;
}

/** How many events the form offers, when fewer make the card small enough. */
const EVENT_STEPS = [200, 100, 50, 20, 0];

/**
 * The card of a case. Read from the top: what happened and to whom, how bad and since when, by what signs, what was
 * decided, what to press. The evidence stays whatever is decided.
 */
export function renderCase(story: CaseStory, view: CaseView = {}): TeamsMessage {
  return firstFitting(EVENT_STEPS.map((most) => () => render(story, view, most)));
}

function render(
  story: CaseStory,
  { actions: kind = 'buttons', received }: CaseView,
  mostEvents: number,
): TeamsMessage {
  const actions = kind === 'buttons' ? renderActions(story, mostEvents) : [];
  return {
    summary: summaryOf(caseSummary(story, plainSaid, plainWords)),
    card: createCard(
      [
        ...heading(SIGNS[statusMarkOf(story)], story.headline, 'Case', story.link),
        ...rich(whoLine(story.who), { spacing: 'none' }),
        ...rich([said(story.brief, ROOM.brief)], { spacing: 'small' }),
        ...caption(facts(story), { spacing: 'small' }),
        ...factLines(story).flatMap(spoken),
        ...evidence(story),
        ...standing(story),
        ...(received ? caption(received) : []),
        ...(actions === null ? caption(CANNOT_PRESS) : []),
        ...idFooter(caseIdOf(story)),
      ],
      actions ?? [],
    ),
  };
}

/** A sign, and what it is about in large letters. */
export const heading = (
  sign: string,
  title: string,
  otherwise: string,
  link: string | null = null,
): readonly CardNode[] => {
  const style = { ...BOLD, size: 'medium' } as const;
  const words = said(title, ROOM.headline, style) ?? ours(otherwise, style);
  return rich([ours(`${sign} `, style), linked(words, link)]);
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

/**
 * `• Mass download from SharePoint, 4,812 files  ·  High  ·  CloudAppEvents`; below it of what kind it is, what the platform
 * says of it, and when.
 */
export const eventLines = (event: Evidence): readonly CardNode[] => {
  const { kinds = '', signal = null, summary = null } = event;
  const [line, ...moment] = shortEventLines(event);
  const quietly = { isSubtle: true } as const;
  return [
    ...(line ? [line] : []),
    ...rich(dotted([[said(kinds, 2 * ROOM.category, quietly)], [said(signal, ROOM.signal, quietly)]]), NEXT),
    ...rich([said(summary, ROOM.eventSummary)], NEXT),
    ...moment,
  ];
};

const NEXT = { spacing: 'none' } as const;

/** The same without its details, where there are many. */
export const shortEventLines = ({
  title,
  severity,
  source,
  atMs,
  flagged,
  safe,
  id,
}: Evidence): readonly CardNode[] => [
  ...rich(
    [
      ours(flagged ? '• 🚩 ' : '• '),
      ...dotted([
        [linked(said(title, ROOM.eventTitle) ?? ours(UNTITLED_EVENT), id?.link)],
        severity === null ? [] : [ours(severityLabel(severity))],
        [said(source, ROOM.source, { italic: true })],
        safe ? [ours(MARKED_SAFE)] : [],
        id === undefined ? [] : shownId(id),
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
