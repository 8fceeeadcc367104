import type { Evidence } from '../../case/evidence.ts';
import type { Note } from '../../outbox/renderer.ts';
import { ROOM } from '../shared/message-limits.ts';
import type { ThreadPlan, TrailNote } from '../shared/plan-thread.ts';
import { eventsSummary } from '../shared/summary.ts';
import { moreInPlatform } from '../shared/texts.ts';
import { caption, note, ours, quote, rich, spoken } from './blocks.ts';
import { createCard, type TeamsMessage } from './message.ts';
import { eventLines, shortEventLines } from './render-case.ts';
import { plainSaid, plainWords, summaryOf } from './summary.ts';

/** What goes into the thread of a case besides what is there. */
export const renderThread = (plan: ThreadPlan): readonly Note<TeamsMessage>[] => [
  ...eventNotes(plan),
  ...plan.trail.map((note) => trailNote(note, plan.quiet)),
];

const MOST_NOTES = 3;
/** Even when each is as long as it can be, a card of so many stays far below what Teams takes. */
const EVENTS_EACH = 40;
const DETAILED_EACH = 20;

function eventNotes(plan: ThreadPlan): readonly Note<TeamsMessage>[] {
  const { events, missing } = plan;
  const { name, title, untold } = events;
  // Many are told in short: that each is told comes before what else there is to say of it.
  const isMany = untold.length > MOST_NOTES * DETAILED_EACH;
  const [each, linesOf] = isMany ? [EVENTS_EACH, shortEventLines] : [DETAILED_EACH, eventLines];
  const pages: (readonly Evidence[])[] = [];
  for (let from = 0; from < untold.length && pages.length < MOST_NOTES; from += each) {
    pages.push(untold.slice(from, from + each));
  }
  if (pages.length === 0 && missing !== null) pages.push([]);
  const left = untold.length - pages.flat().length;
  const last = [
    ...note(left > 0 ? moreInPlatform(left) : null, { spacing: 'small' }),
    ...(missing === null ? [] : rich([ours(missing, { italic: true })])),
  ];
  return pages.map((page, index) => ({
    key: `${name}:${index + 1}`,
    message: {
      summary: summaryOf(eventsSummary(plan, plainSaid)),
      card: createCard([
        ...(index === 0 ? caption(title, { weight: 'bolder' }) : []),
        ...page.flatMap(linesOf),
        ...(index === pages.length - 1 ? last : []),
      ]),
    },
  }));
}

const trailNote = (
  { key, words, quietNews, comment }: TrailNote,
  quiet: boolean | undefined,
): Note<TeamsMessage> => ({
  key,
  message: {
    summary: plainWords(quiet ? quietNews : words),
    card: createCard([...spoken(words), ...quote(comment, ROOM.fullComment)]),
  },
});
