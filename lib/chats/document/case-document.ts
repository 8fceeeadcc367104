import { counted } from '../../base/text/format.ts';
import { type Evidence, UNTITLED_EVENT } from '../../case/evidence.ts';
import { quietHeadline } from '../../case/headline.ts';
import { severityLabel } from '../../posture/severity.ts';
import { type Mood, standingText } from '../../verdict/decision-text.ts';
import { caseControls } from './case-controls.ts';
import type { CaseStory } from './case-story.ts';
import { type Block, type Document, type Group, group, type Item, type Summary } from './document.ts';
import { factLines } from './fact-text.ts';
import { ROOM, SHOWN_EVENTS } from './message-limits.ts';
import { signOf } from './message-sign.ts';
import { caseIdPart, idPart, whoPart } from './spans.ts';
import { named } from './summary-line.ts';
import { CANNOT_PRESS, MARKED_SAFE, moreInThread } from './texts.ts';

export interface CaseView {
  /** `none`: for a channel that cannot send presses back. */
  readonly actions?: 'buttons' | 'none' | undefined;
  /** What the card says while the verdict function has not dealt with the click. */
  readonly received?: string | undefined;
}

/**
 * The message of a case. Read from the top: what happened and to whom, how bad and since when, by what signs, what was
 * decided, what to press. The evidence stays whatever is decided.
 */
export const caseDocument = (
  story: CaseStory,
  surface: string,
  { actions = 'buttons', received }: CaseView = {},
): Document => ({
  summary: summaryOf(story),
  groups: [
    group(
      {
        is: 'head',
        sign: signOf(story),
        title: [{ said: story.headline, room: ROOM.headline, or: 'Case', link: story.link }],
        who: whoPart(story.who),
      },
      { is: 'line', parts: [[{ said: story.brief, room: ROOM.brief }]], gap: 'small' },
      facts(story),
      ...factLines(story).map((words) => ({ is: 'sentence', words }) as const),
    ),
    evidence(story),
    ...standing(story),
    ...(received ? [group({ is: 'facts', parts: [[received]] })] : []),
    ...(actions === 'buttons' ? [group(pressed(story, surface))] : []),
    group({ is: 'id', id: caseIdPart(story) }),
  ],
});

const facts = (story: CaseStory): Block => {
  const { severity, eventCount, openedAtMs, state } = story;
  return {
    is: 'facts',
    parts: [
      severity === null ? [] : [{ ours: severityLabel(severity), style: 'bold' }],
      [counted(eventCount, 'event')],
      ['opened ', { atMs: openedAtMs }],
      standingText(story).mood === 'open' ? [state] : [],
    ],
    gap: 'small',
  };
};

function evidence({ evidence: events, eventCount }: CaseStory): Group {
  const shown = events.slice(0, SHOWN_EVENTS);
  const more = eventCount - shown.length;
  return group(
    { is: 'items', items: shown.map(eventItem) },
    ...(more > 0 ? [{ is: 'remark', words: moreInThread(more), gap: 'small' } as const] : []),
  );
}

/**
 * `Mass download from SharePoint, 4,812 files  ·  High  ·  CloudAppEvents  ·  today 09:12`; below it of what kind it is, and
 * what the platform says of it.
 */
export const eventItem = (event: Evidence): Item => {
  const { kinds = '', signal = null, summary = null } = event;
  return {
    ...shortEventItem(event),
    details: [
      [
        [{ said: kinds, room: 2 * ROOM.category, style: 'subtle' }],
        [{ said: signal, room: ROOM.signal, style: 'subtle' }],
      ],
      [[{ said: summary, room: ROOM.eventSummary }]],
    ],
  };
};

/** On one line, where there are many. */
export const shortEventItem = ({ title, severity, source, atMs, flagged, safe, id }: Evidence): Item => ({
  isFlagged: flagged,
  parts: [
    [{ said: title, room: ROOM.eventTitle, or: UNTITLED_EVENT, link: id?.link }],
    severity === null ? [] : [severityLabel(severity)],
    [{ said: source, room: ROOM.source, style: 'italic' }],
    [{ atMs }],
    safe ? [MARKED_SAFE] : [],
    id === undefined ? [] : idPart(id),
  ],
});

function standing(story: CaseStory): readonly Group[] {
  const { words, mood, comment } = standingText(story);
  if (words === null) return [];
  return [
    {
      mood,
      blocks: [
        { is: 'sentence', words, byName: true },
        { is: 'quote', text: comment, room: ROOM.comment },
      ],
    },
  ];
}

function pressed(story: CaseStory, surface: string): Block {
  const controls = caseControls(story, surface);
  return controls === null
    ? { is: 'facts', parts: [[{ ours: CANNOT_PRESS, style: 'italic' }]] }
    : { is: 'controls', controls };
}

function summaryOf(story: CaseStory): Summary {
  const { words, mood } = standingText(story);
  const severity = story.severity === null ? 'Case' : severityLabel(story.severity);
  if (story.quiet) return [[`${severity}: ${quietHeadline(story.headline)}`], [QUIET_MOODS[mood]]];
  return [
    [`${severity}: `, ...named(story.headline)],
    named(story.who.name ?? story.who.email),
    words ?? named(story.brief),
  ];
}

/** Only words of the bridge: others may read a locked screen. */
const QUIET_MOODS: Readonly<Record<Mood, string>> = {
  open: 'to be decided',
  underway: 'decided, on its way to the platform',
  attention: 'needs attention',
  done: 'decided',
  closed: 'closed',
};
