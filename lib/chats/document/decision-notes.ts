import { roughly } from '../../base/text/format.ts';
import {
  type Answer,
  type Decision,
  type DecisionEntry,
  isDecisionEntry,
  type Person,
  type TrailEntry,
} from '../../case/answer.ts';
import { decisionNote } from '../../case/note-keys.ts';
import { decidedWord, intentWord, savedWord } from '../../case/outcome-words.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';
import { nameOf } from '../../verdict/decision-text.ts';
import { failureNews } from '../../verdict/failure-text.ts';
import { isSamePerson } from '../../verdict/same-person.ts';
import { waitingText } from '../../verdict/waiting-text.ts';
import type { TrailNote } from './trail-note.ts';

/** What a note is written from: the platform's own answer, which is in the entry too, is for the audit trail alone. */
interface Step {
  readonly entry: DecisionEntry;
  /** The decision as it stands, while the answer still has it. */
  readonly decision: Decision | undefined;
  /** What was decided instead, where the entry is about the earlier decision. */
  readonly next: Outcome | undefined;
  /** Who decided it, where the trail still says so. */
  readonly decider: Person | null;
  /** The one who decided had claimed the case, and no longer has it. */
  readonly isLeft: boolean;
}

/** The steps that stay true after the message has changed. Only the message shows the steps in between. */
const NOTES: Readonly<Partial<Record<DecisionEntry['what'], (step: Step) => Sentence>>> = {
  overridden: ({ entry, next = entry.outcome, decider }) =>
    next === entry.outcome
      ? [...who(entry), ` decided again: ${decidedWord(next)}`]
      : [
          ...who(entry),
          ` changed ${decidedWord(entry.outcome)} to ${decidedWord(next)}`,
          ...(decider && !isBy(entry, decider) ? [', decided by ', ...who({ by: decider })] : []),
        ],
  replaced: ({ entry, next }) => [
    ...who(entry),
    ` decided again after the case was reopened: ${next ? `${decidedWord(next)}, ` : ''}was ${decidedWord(entry.outcome)}`,
  ],
  approved: (step) => [...who(step.entry), ' approved ', ...request(step)],
  declined: (step) => [...who(step.entry), ' declined ', ...request(step), ...leftWords(step)],
  undone: (step) => [...who(step.entry), ' undid ', ...verdict(step), ...leftWords(step)],
  waiting: ({ entry, decision, decider }) => [
    ...saved(entry, decider),
    ' is saved. ',
    ...(decision?.state.is === 'waiting' ? waitingText(decision.state) : [STILL_TRYING]),
  ],
  recorded: ({ entry, decision, decider }) => [
    recordedWords(entry.outcome, decision),
    ...(decider ? [' by ', ...who({ by: decider })] : []),
    ...(decision?.approvedBy ? [', approved by ', ...who({ by: decision.approvedBy })] : []),
  ],
  failed: ({ entry, decision, decider }) => [
    ...saved(entry, decider),
    decision?.state.is === 'failed' ? ` ${failureNews(decision.state.because)}` : ' was not recorded',
  ],
};

/** `Ada Winter's request to escalate` */
const request = ({ entry, decider }: Step): Sentence => [
  ...(decider ? [...who({ by: decider }), "'s"] : ['the']),
  ` request to ${intentWord(entry.outcome)}`,
];

/** `the verdict: safe`, or `Ada Winter's verdict: safe` where it is another person's. */
const verdict = ({ entry, decider }: Step): Sentence => [
  ...(decider && !isBy(entry, decider) ? [...who({ by: decider }), "'s"] : ['the']),
  ` verdict: ${decidedWord(entry.outcome)}`,
];

/** `Escalation by Ada Winter` */
const saved = ({ outcome }: DecisionEntry, decider: Person | null): Sentence => [
  savedWord(outcome),
  ...(decider ? [' by ', ...who({ by: decider })] : []),
];

const isBy = ({ by }: TrailEntry, person: Person): boolean => by !== null && isSamePerson(by, person, {});

const leftWords = ({ isLeft }: Step): Sentence => (isLeft ? ['. Nobody has the case now'] : []);

const STILL_TRYING = "The platform hasn't taken it; the bridge keeps trying";

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

const who = ({ by }: Pick<TrailEntry, 'by'>): Sentence => [{ said: by === null ? 'The bridge' : nameOf(by) }];

/** Waiting again is no news. Failing again is. */
const ONCE: ReadonlySet<TrailEntry['what']> = new Set(['waiting']);

/** What the thread tells of decisions. */
export function decisionNotes(
  { trail, decision, failedOverride }: Pick<Answer, 'trail' | 'decision' | 'failedOverride'>,
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
    const asked = trail.findIndex(({ id, what }) => id === entry.id && what === 'requested');
    const words = tell({
      ...{ entry, decision: known, next },
      decider: trail[asked]?.by ?? known?.by ?? null,
      isLeft: isClaiming(trail[asked - 1]),
    });
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

const isClaiming = (entry: TrailEntry | undefined): boolean =>
  entry?.what === 'claimed' || entry?.what === 'taken-over';

/**
 * A claim that ended without its analyst: it ran out before a decision, or another analyst took the case over or handed it
 * back. The thread tells each of them once.
 */
export const claimNotes = (trail: readonly TrailEntry[], about: string | null): readonly TrailNote[] =>
  trail.flatMap((ended, index) => {
    const isHandedBack = ended.what === 'handed-back' && ended.answer !== null;
    if (ended.what !== 'claim-ended' && ended.what !== 'taken-over' && !isHandedBack) return [];
    const claim = trail.slice(0, index).findLast(isClaiming);
    const holder: Sentence = [{ said: claim?.by ? nameOf(claim.by) : 'An analyst' }];
    if (ended.what === 'taken-over') return [takenOver(ended, holder, about)];
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

/** The one who had it may be looking elsewhere. */
const takenOver = (entry: TrailEntry, from: Sentence, about: string | null): TrailNote => ({
  key: `${entry.what}:${entry.id}`,
  news: [...who(entry), ` took over ${about ?? 'the case'} from `, ...from],
  atMs: entry.atMs,
  quietNews: ['A case was taken over'],
  comment: null,
});

const UNCLAIMED = 'is unclaimed again';
