import { roughly } from '../../base/text/format.ts';
import {
  type Answer,
  type Decision,
  type DecisionEntry,
  isDecisionEntry,
  type TrailEntry,
} from '../../case/answer.ts';
import { decisionNote } from '../../case/note-keys.ts';
import { decidedWord, savedWord } from '../../case/outcome-words.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';
import { nameOf } from '../../verdict/decision-text.ts';
import { failureText } from '../../verdict/failure-text.ts';
import { waitingText } from '../../verdict/waiting-text.ts';
import type { Who } from './case-story.ts';
import type { TrailNote } from './trail-note.ts';

/** What a note is written from: the platform's own answer, which is in the entry too, is for the audit trail alone. */
interface Step {
  readonly entry: DecisionEntry;
  /** The decision as it stands, while the answer still has it. */
  readonly decision: Decision | undefined;
  /** What was decided instead, where the entry is about the earlier decision. */
  readonly next: Outcome | undefined;
  readonly who: Who;
}

/** The steps that stay true after the message has changed. Only the message shows the steps in between. */
const NOTES: Readonly<Partial<Record<DecisionEntry['what'], (step: Step) => Sentence>>> = {
  overridden: ({ entry, next = entry.outcome }) =>
    next === entry.outcome
      ? [...who(entry), ` decided again: ${decidedWord(next)}`]
      : [...who(entry), ` changed ${decidedWord(entry.outcome)} to ${decidedWord(next)}`],
  replaced: ({ entry, next }) => [
    ...who(entry),
    ` decided again after the case was reopened: ${next ? `${decidedWord(next)}, ` : ''}was ${decidedWord(entry.outcome)}`,
  ],
  approved: ({ entry }) => [...who(entry), ` approved: ${decidedWord(entry.outcome)}`],
  declined: ({ entry }) => [...who(entry), ` declined: ${decidedWord(entry.outcome)}`],
  undone: ({ entry }) => [...who(entry), ` undid: ${decidedWord(entry.outcome)}`],
  waiting: ({ entry, decision }) => [
    `${savedWord(entry.outcome)} saved. `,
    ...(decision?.state.is === 'waiting' ? waitingText(decision.state) : [STILL_TRYING]),
  ],
  recorded: ({ entry, decision, who: { name, email } }) => {
    const person = name ?? email;
    return [recordedWords(entry.outcome, decision), ...(person ? [': ', { said: person }] : [])];
  },
  failed: ({ entry, decision }) => [
    decision?.state.is === 'failed'
      ? failureText(decision.state.because, entry.outcome)
      : `Not recorded as ${decidedWord(entry.outcome)}`,
  ],
};

const STILL_TRYING = "The platform didn't take it yet; the bridge keeps trying";

function recordedWords(outcome: Outcome, decision: Decision | undefined): string {
  const word = decidedWord(outcome);
  const isResolved = decision?.state.is === 'recorded' && decision.state.resolved;
  if (isResolved) return `Closed as ${word}`;
  return outcome === 'ESCALATED' ? 'Escalated' : `Recorded as ${word}`;
}

/** Without who did it and whom it is about: others may read a locked screen. */
const QUIET: Readonly<Partial<Record<DecisionEntry['what'], string>>> = {
  overridden: 'Verdict changed',
  replaced: 'Decided again',
  approved: 'Approved',
  declined: 'Declined',
  undone: 'Undone',
  waiting: 'Saved, not recorded yet',
  recorded: 'Recorded',
  failed: 'Not recorded',
};

const who = ({ by }: TrailEntry): Sentence => [{ said: by === null ? 'The bridge' : nameOf(by) }];

/** Waiting again is no news. Failing again is. */
const ONCE: ReadonlySet<TrailEntry['what']> = new Set(['waiting']);

/** What the thread tells of decisions. */
export function decisionNotes(
  { trail, decision, failedOverride }: Pick<Answer, 'trail' | 'decision' | 'failedOverride'>,
  person: Who,
  about: string | null,
): readonly TrailNote[] {
  const times = new Map<string, number>();
  const decisions = [decision, failedOverride];
  return trail.flatMap((entry, index) => {
    const tell = isDecisionEntry(entry) && NOTES[entry.what];
    if (!tell) return [];
    const step = decisionNote(entry.id, entry.what);
    const time = (times.get(step) ?? 0) + 1;
    times.set(step, time);
    if (time > 1 && ONCE.has(entry.what)) return [];
    const known = decisions.find((one) => one?.id === entry.id) ?? undefined;
    const next = trail.slice(index).find(({ what }) => what === 'requested')?.outcome ?? undefined;
    const words = tell({ entry, decision: known, next, who: person });
    const key = time === 1 ? step : `${step}:${time}`;
    return [
      {
        key,
        news: [...words, ...(about ? [`, ${about}`] : [])],
        atMs: entry.atMs,
        quietNews: [`${QUIET[entry.what]}: ${decidedWord(entry.outcome)}`],
        comment: entry.comment,
      },
    ];
  });
}

/**
 * A claim that ended without its analyst: it ran out before a decision, or another analyst handed the case back. The thread
 * tells each of them once.
 */
export const claimNotes = (trail: readonly TrailEntry[], about: string | null): readonly TrailNote[] =>
  trail.flatMap((ended, index) => {
    const isHandedBack = ended.what === 'handed-back' && ended.answer !== null;
    if (ended.what !== 'claim-ended' && !isHandedBack) return [];
    const claim = trail.slice(0, index).findLast(({ what }) => what === 'claimed' || what === 'taken-over');
    const holder: Sentence = [{ said: claim?.by ? nameOf(claim.by) : 'An analyst' }];
    const held = claim ? ` had this for ${roughly(ended.atMs - claim.atMs)}` : ' had this';
    const how = isHandedBack ? ['. ', ...who(ended), ' handed it back. '] : [' without a decision. '];
    const news: Sentence = [
      ...holder,
      held,
      ...how,
      `${about ? `C${about.slice(1)}` : 'The case'} ${UNCLAIMED}`,
    ];
    return [
      {
        key: `${ended.what}:${ended.id}`,
        news,
        atMs: ended.atMs,
        quietNews: [`A case ${UNCLAIMED}`],
        comment: null,
      },
    ];
  });

const UNCLAIMED = 'is unclaimed again';
