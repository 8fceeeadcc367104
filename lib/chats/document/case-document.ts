import { counted } from '../../base/text/format.ts';
import { isFinished, standingText } from '../../verdict/decision-text.ts';
import type { IsReader } from './case-buttons.ts';
import type { CaseStory } from './case-story.ts';
import { titlePart } from './case-title.ts';
import { personaGroups } from './command-answer-document.ts';
import { type Block, type Document, type Group, group } from './document.ts';
import { eventItem } from './evidence-document.ts';
import { factLines } from './fact-text.ts';
import { SHOWN_EVENTS } from './how-many-shown.ts';
import { ROOM } from './message-limits.ts';
import { signOf } from './message-sign.ts';
import { pushTextOf } from './push-text.ts';
import { caseControls, evidenceControl } from './sealed-controls.ts';
import { addressPart, caseIdPart } from './spans.ts';
import { CANNOT_PRESS, moreInThread } from './texts.ts';

export interface CaseView {
  /** `none`: for a channel that cannot send presses back. */
  readonly actions?: 'buttons' | 'none' | undefined;
  /** What the card says while the verdict function has not dealt with the click. */
  readonly received?: string | undefined;
  /** Where each person sees a message of their own. */
  readonly isReader?: IsReader | undefined;
}

/**
 * The message of a case. Read from the top: how bad, what and who; why it matters; since when, by what signs, what was decided,
 * what to press. Once nothing is left to do, the evidence and who it is about are one press away, and the channel is free for what is open.
 */
export const caseDocument = (
  story: CaseStory,
  surface: string,
  { actions = 'buttons', received, isReader }: CaseView = {},
): Document => {
  const { mood } = standingText(story);
  const hasButtons = actions === 'buttons';
  const head: Block = {
    is: 'head',
    sign: signOf(story),
    title: titlePart(story),
    who: addressPart(story.who),
  };
  const isShort = isFinished(mood) && hasButtons;
  return {
    summary: pushTextOf(story),
    groups: [
      ...(isShort ? [group(head)] : [group(head, ...about(story)), evidence(story), ...who(story)]),
      ...standing(story),
      ...(received ? [group({ is: 'facts', parts: [[received]] })] : []),
      ...(hasButtons ? [group(pressed(story, surface, isShort, isReader))] : []),
      group({ is: 'id', id: caseIdPart(story) }),
    ],
  };
};

/** Its message is short, and says little. */
export const isOver = (story: CaseStory): boolean => isFinished(standingText(story).mood);

const about = (story: CaseStory): readonly Block[] => [
  { is: 'line', parts: [[{ said: story.brief, room: ROOM.brief }]], gap: 'small' },
  facts(story),
  ...factLines(story).map((words) => ({ is: 'sentence', words }) as const),
];

const facts = (story: CaseStory): Block => {
  const { eventCount, openedAtMs, state } = story;
  return {
    is: 'facts',
    parts: [
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

const who = ({ persona }: CaseStory): readonly Group[] => (persona ? personaGroups(persona) : []);

function standing(story: CaseStory): readonly Group[] {
  const { words, mood, comment } = standingText(story);
  if (words === null) return [];
  return [
    {
      mood,
      blocks: [
        { is: 'sentence', words },
        { is: 'quote', text: comment, room: ROOM.comment },
      ],
    },
  ];
}

function pressed(story: CaseStory, surface: string, isShort: boolean, isReader?: IsReader): Block {
  const controls = caseControls(story, surface, isReader);
  if (controls === null) return { is: 'facts', parts: [[{ ours: CANNOT_PRESS, style: 'italic' }]] };
  return { is: 'controls', controls: [...controls, ...(isShort ? evidenceControl(story) : [])] };
}
