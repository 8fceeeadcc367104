import { counted } from '../../base/text/format.ts';
import type { Evidence } from '../../case/evidence.ts';
import type { Note } from '../../outbox/renderer-port.ts';
import { type Block, type Document, group, type Item } from './document.ts';
import { ROOM } from './message-limits.ts';
import type { ThreadPlan } from './plan-thread.ts';
import { named } from './push-text.ts';
import { moreInPlatform } from './texts.ts';
import type { TrailNote } from './trail-note.ts';

/** The thread tells new events in at most this many messages. */
export const MOST_NOTES = 3;

/** Cuts events into as many messages as the chat needs. Where there are many events, it shows each in short. */
export type Paging = (events: readonly Evidence[]) => readonly (readonly Item[])[];

/** What the notifier adds to the thread of a case. */
export const threadDocuments = (plan: ThreadPlan, paging: Paging): readonly Note<Document>[] => [
  ...eventNotes(plan, paging),
  ...plan.trail.map((note) => trailNote(note, plan.quiet)),
];

function eventNotes({ events, missing, quiet }: ThreadPlan, paging: Paging): readonly Note<Document>[] {
  const { name, title, untold, table } = events;
  const told = paging(untold);
  const pages = told.length === 0 && missing !== null ? [[]] : told;
  const left = untold.length - pages.flat().length;
  const last: readonly Block[] = [
    ...(left > 0 ? [{ is: 'remark', words: moreInPlatform(left), gap: 'small' } as const] : []),
    ...(missing === null ? [] : [{ is: 'line', parts: [[{ ours: missing, style: 'italic' }]] } as const]),
  ];
  return pages.map((items, index) => ({
    key: `${name}:${index + 1}`,
    message: {
      summary: [[title], [counted(untold.length, 'event')], quiet ? [] : named(untold[0]?.title ?? null)],
      groups: [
        group(
          ...(index === 0 ? [{ is: 'caption', words: title } as const] : []),
          { is: 'items', items, table },
          ...(index === pages.length - 1 ? last : []),
        ),
      ],
    },
  }));
}

const trailNote = (
  { key, news, atMs, quietNews, comment }: TrailNote,
  quiet: boolean | undefined,
): Note<Document> => ({
  key,
  message: {
    // A notification comes with a time of its own.
    summary: [quiet ? quietNews : news],
    groups: [
      group(
        { is: 'sentence', words: [...news, '  ·  ', { atMs }] },
        { is: 'quote', text: comment, room: ROOM.fullComment },
      ),
    ],
  },
});
