import { inWords } from '../../base/text/format.ts';
import { type DecisionEntry, isDecisionEntry, type TrailEntry } from '../../case/answer.ts';
import type { Evidence } from '../../case/evidence.ts';
import { decisionNote } from '../../case/note-keys.ts';
import { decidedWord } from '../../case/outcome-words.ts';
import type { Sentence } from '../../case/sentence.ts';
import { nameOf } from '../../verdict/decision-text.ts';
import type { CaseStory } from './case-story.ts';
import { SHOWN_EVENTS } from './message-limits.ts';
import { eventMark, storyHash } from './story-hash.ts';

/** What the notifier remembers of a thread, as marks of events: all events so far, and those that the thread told. */
export interface ThreadMemory {
  readonly seen: readonly string[];
  readonly told: readonly string[];
}

/** One step of a decision, told in the thread. Its key never changes, so the step is told once. */
export interface TrailNote {
  readonly key: string;
  readonly news: Sentence;
  readonly atMs: number;
  readonly comment: string | null;
  /** The same without who did it and what was answered, for a quiet notification. */
  readonly quietNews: Sentence;
}

export interface ThreadPlan {
  /** Events that the thread tells now. Equal events give equal names. The chat cuts them into messages. */
  readonly events: { readonly name: string; readonly title: string; readonly untold: readonly Evidence[] };
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
  trail: readonly TrailEntry[],
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
    trail: [...trailNotes(trail, about), ...claimNotes(trail, about)],
    memory: { seen: union(seen, story.evidence), told: union(told, untold) },
    quiet: story.quiet,
  };
}

const union = (marks: ReadonlySet<string>, events: readonly Evidence[]): readonly string[] => [
  ...new Set([...marks, ...events.map(({ eventId }) => eventMark(eventId))]),
];

const missing = ({ trimmed }: CaseStory): string | null =>
  trimmed.length === 0 ? null : `Shortened to fit. ${trimmed.slice(0, 8).join('; ').slice(0, 500)}`;

/** The steps that stay true after the message has changed. Only the message shows the steps in between. */
const NOTES: Readonly<Partial<Record<DecisionEntry['what'], (entry: DecisionEntry) => Sentence>>> = {
  overridden: (entry) => [...who(entry), ` overrides it: ${decidedWord(entry.outcome)}`],
  replaced: (entry) => [
    ...who(entry),
    ` decides again. Before the case was reopened: ${decidedWord(entry.outcome)}`,
  ],
  approved: (entry) => [...who(entry), ` approved: ${decidedWord(entry.outcome)}`],
  declined: (entry) => [...who(entry), ` declined: ${decidedWord(entry.outcome)}`],
  undone: (entry) => [...who(entry), ` took it back: ${decidedWord(entry.outcome)}`],
  waiting: (entry) => [`Waiting to be recorded: ${decidedWord(entry.outcome)}`, ...answer(entry)],
  recorded: (entry) => {
    const word = decidedWord(entry.outcome);
    // The audit trail has the time of processing. The note has a time of its own.
    const plainly = /^recorded( and resolved)?(?:, processed at \S+)?$/.exec(entry.answer ?? '');
    return plainly ? [`Recorded${plainly[1] ?? ''}: ${word}`] : [`Recorded: ${word}`, ...answer(entry)];
  },
  failed: (entry) => [`Failed: ${decidedWord(entry.outcome)}`, ...answer(entry)],
};

const who = ({ by }: TrailEntry): Sentence => [{ said: by === null ? 'The bridge' : nameOf(by) }];
const answer = ({ answer }: TrailEntry): Sentence => (answer ? ['. ', { said: answer }] : []);

/** Waiting again is no news. Failing again is. */
const ONCE: ReadonlySet<TrailEntry['what']> = new Set(['waiting']);

function trailNotes(trail: readonly TrailEntry[], about: string | null): readonly TrailNote[] {
  const times = new Map<string, number>();
  return trail.filter(isDecisionEntry).flatMap((entry) => {
    const tell = NOTES[entry.what];
    if (!tell) return [];
    const step = decisionNote(entry.id, entry.what);
    const time = (times.get(step) ?? 0) + 1;
    times.set(step, time);
    if (time > 1 && ONCE.has(entry.what)) return [];
    const news: Sentence = [...tell(entry), ...(about ? [`, ${about}`] : [])];
    const quietNews: Sentence = [`Case ${entry.what}: ${decidedWord(entry.outcome)}`];
    const key = time === 1 ? step : `${step}:${time}`;
    return [{ key, news, atMs: entry.atMs, quietNews, comment: entry.comment }];
  });
}

/**
 * A claim that ended without its analyst: it ran out before a decision, or another analyst handed the case back. The thread
 * tells each of them once.
 */
const claimNotes = (trail: readonly TrailEntry[], about: string | null): readonly TrailNote[] =>
  trail.flatMap((ended, index) => {
    const isHandedBack = ended.what === 'handed-back' && ended.answer !== null;
    if (ended.what !== 'claim-ended' && !isHandedBack) return [];
    const claim = trail.slice(0, index).findLast(({ what }) => what === 'claimed' || what === 'taken-over');
    const holder: Sentence = [{ said: claim?.by ? nameOf(claim.by) : 'An analyst' }];
    const held = claim ? ` was on it for ${inWords(ended.atMs - claim.atMs)}` : ' was on it';
    const how = isHandedBack
      ? [', and ', ...who(ended), ' handed it back. ']
      : [', and nothing was decided. '];
    const news: Sentence = [...holder, held, ...how, `${about ?? 'The case'} waits for an answer again.`];
    return [
      {
        key: `${ended.what}:${ended.id}`,
        news,
        atMs: ended.atMs,
        quietNews: ['The case waits for an answer again'],
        comment: null,
      },
    ];
  });
