import { severityOf } from '../case/evidence.ts';
import { UNKNOWN_SEVERITY } from '../case/message-content.ts';
import { isCallNote, isDecisionNote } from '../case/note-keys.ts';
import { isCanary } from '../config/canary.ts';
import { SEVERITIES, type Severity, severityRank } from '../posture/severity.ts';
import { type Delivery, MAIN, type Step } from './delivery.ts';

import { isSevere, type SevereFrom } from './severe.ts';

/** What goes first at a destination: each begins a key on its list, and the smallest is taken first. */
const RANKS = {
  answer: '00',
  notice: '05',
  /** With a digit for the severity behind it, as `case` has. */
  severe: '1',
  /** Nobody answered: people are called again. */
  call: '17',
  refusedSevere: '18',
  digest: '19',
  case: '2',
  change: '30',
  /** A group of threats. It goes before other threats, because it contains the first of them. */
  group: '39',
  threat: '40',
  evidence: '50',
  /** It tripped the breaker of its channel more than once. Others go first, and show whether the channel is the cause. */
  refused: '90',
} as const;

/** New items that may wait, and go into a digest when there are many. */
export const ORDINARY = [
  { from: `${RANKS.case}0`, until: `${RANKS.case}9~` },
  { from: RANKS.threat, until: `${RANKS.threat}~` },
] as const;

/** A message that tripped the breaker so often may be the cause itself. */
const SUSPICIOUS = 2;

const priorityAt = (rank: string, atMs: number): string => `${rank}#${String(atMs).padStart(14, '0')}`;

/** The priority of a message that shows a decision, so that the analyst who clicked sees it first. */
export const answerPriority = (atMs: number): string => priorityAt(RANKS.answer, atMs);
/** The priority of a message that tells that nobody answered. */
export const callPriority = (atMs: number): string => priorityAt(RANKS.call, atMs);
export const isCallPriority = (priority: string): boolean => rankIn(priority) === RANKS.call;
export const changePriority = (atMs: number): string => priorityAt(RANKS.change, atMs);

export const groupPriority = (atMs: number): string => priorityAt(RANKS.group, atMs);
export const threatPriority = (atMs: number): string => priorityAt(RANKS.threat, atMs);
export const isThreatPriority = (priority: string): boolean => rankIn(priority) === RANKS.threat;
export const digestPriority = (atMs: number): string => priorityAt(RANKS.digest, atMs);
/** Once nothing else waits. */
export const lastPriority = (atMs: number): string => priorityAt(RANKS.evidence, atMs);

export const rankIn = (priority: string): string => priority.split('#', 1)[0] ?? '';
/** The severity of a case that is new; null for everything else. */
export const severityIn = (priority: string): Severity | typeof UNKNOWN_SEVERITY | null => {
  const [first, digit] = rankIn(priority);
  return first === RANKS.case ? (SEVERITIES[Number(digit)] ?? UNKNOWN_SEVERITY) : null;
};
/** By then the notifier shows what the analyst sees already, together with the change that follows. */
export const BRIEF_MS = 60_000;
/** An answer for which the notifier may not have been woken yet. */
export const isFreshAnswer = (priority: string, nowMs: number): boolean =>
  rankIn(priority) === RANKS.answer && nowMs - timeIn(priority) < BRIEF_MS;
export const timeIn = (priority: string): number => Number(priority.split('#')[1] ?? 0);
export const isSeverePriority = (priority: string): boolean => /^1[0-4]#/.test(priority);
export const isOrdinary = (priority: string): boolean =>
  ORDINARY.some(({ from, until }) => priority >= from && priority <= until);

/** The priority of a delivery at its destination, by its next step. */
export function priorityOf(
  delivery: Pick<Delivery, 'key' | 'content' | 'handedOverAtMs' | 'refusals'>,
  step: Pick<Step<unknown>, 'do'> & { readonly note?: string; readonly begun?: { readonly note: string } },
  { severeFrom, decided = false }: { severeFrom: SevereFrom; decided?: boolean },
): string {
  const closings = delivery.refusals?.count ?? 0;
  const isUrgent = isSevere(delivery.content, severeFrom) && closings < 2 * SUSPICIOUS;
  if (closings >= SUSPICIOUS)
    return priorityAt(isUrgent ? RANKS.refusedSevere : RANKS.refused, delivery.handedOverAtMs);
  return priorityAt(rankOf(), delivery.handedOverAtMs);

  function rankOf(): string {
    const note = step.begun?.note ?? step.note ?? MAIN;
    if (isCallNote(note)) return RANKS.call;
    if (note !== MAIN) return isDecisionNote(note) ? RANKS.change : RANKS.evidence;
    const { content } = delivery;
    if (content.kind === 'digest') return RANKS.digest;
    if (content.kind === 'notice') return RANKS.notice;
    if (step.do === 'update') return decided ? RANKS.answer : RANKS.change;
    // With the priority of a new case, it could end up in a digest.
    if (isCanary(delivery.key.domain)) return RANKS.notice;
    if (content.kind === 'threats') return RANKS.group;
    if (content.kind === 'threat') return RANKS.threat;
    const severity = severityRank(severityOf(content.item));
    return `${isSevere(content, severeFrom) ? RANKS.severe : RANKS.case}${severity}`;
  }
}
