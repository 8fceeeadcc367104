import type { Note } from '../../outbox/renderer.ts';
import { ROOM } from '../shared/message-limits.ts';
import type { ThreadPlan, TrailNote } from '../shared/plan-thread.ts';
import { eventsSummary, trailSummary } from '../shared/summary.ts';
import { moreInPlatform } from '../shared/texts.ts';
import { LIMITS } from './limits.ts';
import type { SlackMessage } from './message.ts';
import { bullets, type Line, ours, quote, type RichText, richText, said, section } from './render-blocks.ts';
import { eventLine, shortEventLine } from './render-case.ts';
import { fallback, fallbackSaid, spoken, spokenText } from './sentences.ts';

/** What goes into the thread of a case besides what is there. */
export const renderThread = (plan: ThreadPlan): readonly Note<SlackMessage>[] => [
  ...eventNotes(plan),
  ...plan.trail.map((note) => trailNote(note, plan.quiet)),
];

const MOST_NOTES = 3;
const MOST_LINES = 40;
/** Some room stays for the words around the lines. */
const MOST_TEXT = LIMITS.blockTexts - 1_000;

function eventNotes(plan: ThreadPlan): readonly Note<SlackMessage>[] {
  const { events, missing } = plan;
  const { name, title, untold } = events;
  const first = untold.slice(0, MOST_NOTES * MOST_LINES);
  const whole = paged(first.map(eventLine));
  // That each is told comes before what else there is to say of it.
  const pages = (whole.length <= MOST_NOTES ? whole : paged(first.map(shortEventLine))).slice(0, MOST_NOTES);
  if (pages.length === 0 && missing !== null) pages.push([]);
  const left = untold.length - pages.flat().length;
  const last: readonly Line[] = [
    ...(left > 0 ? [[ours(moreInPlatform(left), ITALIC)]] : []),
    ...(missing === null ? [] : [[ours(missing, ITALIC)]]),
  ];
  return pages.map((lines, index) => ({
    key: `${name}:${index + 1}`,
    message: {
      text: fallback(eventsSummary(plan, fallbackSaid)),
      blocks: eventBlocks(index === 0 ? title : null, lines, index === pages.length - 1 ? last : []),
    },
  }));
}

const ITALIC = { italic: true } as const;

const eventBlocks = (
  title: string | null,
  lines: readonly Line[],
  last: readonly Line[],
): readonly RichText[] =>
  richText([
    ...(title === null ? [] : [section([[ours(title, { bold: true })]])]),
    ...bullets(lines),
    section(last),
  ]);

/** As many lines on each page as fit. */
function paged(lines: readonly Line[]): Line[][] {
  const pages: Line[][] = [];
  let room = 0;
  for (const line of lines) {
    const length = lengthOf(line);
    const page = pages.at(-1);
    if (page && page.length < MOST_LINES && length <= room) {
      page.push(line);
      room -= length;
    } else {
      pages.push([line]);
      room = MOST_TEXT - length;
    }
  }
  return pages;
}

const lengthOf = (line: Line): number => line.reduce((sum, piece) => sum + JSON.stringify(piece).length, 0);

const trailNote = (note: TrailNote, quiet: boolean | undefined): Note<SlackMessage> => ({
  key: note.key,
  message: {
    text: fallback([spokenText(trailSummary(note, quiet))]),
    blocks: richText([section([spoken(note.words)]), ...quote(said(note.comment, ROOM.fullComment))]),
  },
});
