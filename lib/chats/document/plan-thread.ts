import type { Answer } from '../../case/answer.ts';
import type { Evidence } from '../../case/evidence.ts';
import type { CaseStory } from './case-story.ts';
import { claimNotes, decisionNotes } from './decision-notes.ts';
import type { Table } from './document.ts';
import { SHOWN_EVENTS } from './how-many-shown.ts';
import { eventMark, storyHash } from './story-hash.ts';
import type { TrailNote } from './trail-note.ts';

/** What the notifier remembers of a thread, as marks of events: all events so far, and those that the thread told. */
export interface ThreadMemory {
  readonly seen: readonly string[];
  readonly told: readonly string[];
}

export interface ThreadPlan {
  /** Events that the thread tells now. Equal events give equal names. The chat cuts them into messages. */
  readonly events: {
    readonly name: string;
    readonly title: string;
    readonly untold: readonly Evidence[];
    /** Shown as a table where the chat has tables. */
    readonly table?: Table | undefined;
  };
  /** What the poller shortened; the thread says it with the first events. */
  readonly missing: string | null;
  readonly trail: readonly TrailNote[];
  /** The notifier saves it once the thread has all of this. */
  readonly memory: ThreadMemory;
  /** Lines for notifications say nothing of people. */
  readonly quiet?: boolean | undefined;
}

/**
 * What the notifier adds to the thread. The first time (`memory` is null): the events that the message itself does not show.
 * Later: new events, and those that newer ones pushed out of the message, so that no update ever loses evidence.
 */
export function planThread(
  story: CaseStory,
  answer: Pick<Answer, 'trail' | 'decision' | 'failedOverride'> | null,
  memory: ThreadMemory | null,
  /** The case by its id, where the thread also holds other cases. */
  about: string | null = null,
): ThreadPlan {
  const onMessage = new Set(story.evidence.slice(0, SHOWN_EVENTS));
  const seen = new Set(memory?.seen);
  const told = new Set(memory?.told);
  const untold = story.evidence.filter((event) => {
    const mark = eventMark(event.eventId);
    const isNew = memory !== null && !seen.has(mark);
    return !told.has(mark) && (isNew || !onMessage.has(event));
  });
  const events =
    memory === null
      ? { name: 'evidence', title: about ? `More evidence of ${about}` : 'More evidence', untold }
      : {
          name: `events:${storyHash(untold.map(({ eventId }) => eventId))}`,
          title: `New in ${about ?? 'this case'}`,
          untold,
        };
  return {
    events,
    missing: memory === null ? missing(story) : null,
    trail: answer ? [...decisionNotes(answer, about), ...claimNotes(answer.trail, about)] : [],
    memory: { seen: union(seen, story.evidence), told: union(told, untold) },
    quiet: story.quiet,
  };
}

const union = (marks: ReadonlySet<string>, events: readonly Evidence[]): readonly string[] => [
  ...new Set([...marks, ...events.map(({ eventId }) => eventMark(eventId))]),
];

const missing = ({ trimmed }: CaseStory): string | null =>
  trimmed.length === 0 ? null : `Shortened to fit. ${trimmed.slice(0, 8).join('; ').slice(0, 500)}`;
