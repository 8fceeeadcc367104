import type { CaseStory, Evidence } from '../chat/case-story.ts';
import { eventMark, storyHash } from '../chat/story-hash.ts';
import type { TrailEntry } from '../verdict/case-verdict.ts';
import { LIMITS } from './limits.ts';
import { bullets, type Line, ours, type RichText, richText, section } from './render-blocks.ts';
import { counted, eventLine, SHOWN_EVENTS } from './render-case.ts';
import { type ThreadNote, trailNotes } from './thread-trail.ts';
import { fallback, fallbackSaid } from './words.ts';

/** What the thread has to remember, as marks of events: all that were there, and those that the thread itself told. */
export interface ThreadMemory {
  readonly seen: readonly string[];
  readonly told: readonly string[];
}

export interface Thread {
  readonly notes: readonly ThreadNote[];
  /** To be kept once all notes are posted. */
  readonly memory: ThreadMemory;
}

/**
 * What goes into the thread besides what is there. The first time (`memory` is null): the events that the message
 * itself does not show. Later: new ones, and those that newer ones pushed out of the message, so that no update
 * ever loses evidence.
 */
export function threadNotes(
  story: CaseStory,
  trail: readonly TrailEntry[],
  memory: ThreadMemory | null,
): Thread {
  const onMessage = new Set(story.evidence.slice(0, SHOWN_EVENTS));
  const seen = new Set(memory?.seen);
  const told = new Set(memory?.told);
  const untold = story.evidence.filter((event) => {
    const mark = eventMark(event.eventId);
    const isNew = memory !== null && !seen.has(mark);
    return !told.has(mark) && (isNew || !onMessage.has(event));
  });
  const title = memory === null ? 'More evidence' : 'New in this case';
  const name = memory === null ? 'evidence' : `events:${storyHash(untold.map(({ eventId }) => eventId))}`;
  const extra = memory === null ? missing(story) : [];
  return {
    notes: [...eventNotes(name, title, untold, extra), ...trailNotes(trail)],
    memory: {
      seen: union(seen, story.evidence),
      told: union(told, untold),
    },
  };
}

const union = (marks: ReadonlySet<string>, events: readonly Evidence[]): readonly string[] => [
  ...new Set([...marks, ...events.map(({ eventId }) => eventMark(eventId))]),
];

const MOST_NOTES = 3;
const MOST_LINES = 40;
/** Some room stays for the words around the lines. */
const MOST_TEXT = LIMITS.blockTexts - 1_000;

function eventNotes(
  name: string,
  title: string,
  events: readonly Evidence[],
  extra: readonly Line[],
): readonly ThreadNote[] {
  const pages = paged(events.slice(0, MOST_NOTES * MOST_LINES).map(eventLine));
  const shown = pages.slice(0, MOST_NOTES);
  const left = events.length - shown.flat().length;
  const last: readonly Line[] = [
    ...(left > 0 ? [[ours(`… ${left.toLocaleString('en-US')} more in the platform`, ITALIC)]] : []),
    ...extra,
  ];
  if (shown.length === 0 && extra.length > 0) shown.push([]);
  return shown.map((lines, index) => ({
    key: `${name}:${index + 1}`,
    message: {
      text: fallback([title, counted(events.length, 'event'), fallbackSaid(events[0]?.title ?? null)]),
      blocks: eventBlocks(index === 0 ? title : null, lines, index === shown.length - 1 ? last : []),
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

/** What was lost before it came here is said where people look for it. */
const missing = ({ trimmed }: CaseStory): readonly Line[] =>
  trimmed.length === 0
    ? []
    : [[ours(`Too large to come here whole. ${trimmed.slice(0, 8).join('; ').slice(0, 500)}`, ITALIC)]];
