import type { TrailEntry } from '../../verdict/case-verdict.ts';
import type { CaseStory, Evidence } from '../shared/case-story.ts';
import { counted } from '../shared/format.ts';
import { planThread, type ThreadMemory, type ThreadPlan, type TrailNote } from '../shared/plan-thread.ts';
import { ROOM } from '../shared/text-limits.ts';
import { caption, note, ours, quote, rich, spoken } from './blocks.ts';
import { createCard, type TeamsMessage } from './message.ts';
import { eventLines } from './render-case.ts';
import { plainSaid, plainWords, summaryOf } from './summary.ts';

/** One message in the thread of a case. Its key is the same as long as it says the same: it is posted once. */
export interface ThreadNote {
  readonly key: string;
  readonly message: TeamsMessage;
}

export interface Thread {
  readonly notes: readonly ThreadNote[];
  /** To be kept once all notes are posted. */
  readonly memory: ThreadMemory;
}

/** What goes into the thread of a case besides what is there. */
export function threadNotes(
  story: CaseStory,
  trail: readonly TrailEntry[],
  memory: ThreadMemory | null,
): Thread {
  const plan = planThread(story, trail, memory);
  return { notes: [...eventNotes(plan), ...plan.trail.map(trailNote)], memory: plan.memory };
}

const MOST_NOTES = 3;
/** Even when each is as long as it can be, a card of so many stays far below what Teams takes. */
const EVENTS_EACH = 40;

function eventNotes({ events: { name, title, untold }, missing }: ThreadPlan): readonly ThreadNote[] {
  const pages: (readonly Evidence[])[] = [];
  for (let from = 0; from < untold.length && pages.length < MOST_NOTES; from += EVENTS_EACH) {
    pages.push(untold.slice(from, from + EVENTS_EACH));
  }
  if (pages.length === 0 && missing !== null) pages.push([]);
  const left = untold.length - pages.flat().length;
  const last = [
    ...note(left > 0 ? `… ${left.toLocaleString('en-US')} more in the platform` : null, { spacing: 'small' }),
    ...(missing === null ? [] : rich([ours(missing, { italic: true })])),
  ];
  return pages.map((page, index) => ({
    key: `${name}:${index + 1}`,
    message: {
      summary: summaryOf([title, counted(untold.length, 'event'), plainSaid(untold[0]?.title ?? null)]),
      card: createCard([
        ...(index === 0 ? caption(title, { weight: 'bolder' }) : []),
        ...page.flatMap(eventLines),
        ...(index === pages.length - 1 ? last : []),
      ]),
    },
  }));
}

const trailNote = ({ key, words, comment }: TrailNote): ThreadNote => ({
  key,
  message: {
    summary: plainWords(words),
    card: createCard([...spoken(words), ...quote(comment, ROOM.fullComment)]),
  },
});
