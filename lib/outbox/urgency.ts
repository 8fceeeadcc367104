import type { Content } from '../case/content.ts';
import { UNKNOWN_SEVERITY } from '../case/content.ts';
import { severityOf } from '../case/evidence.ts';
import { isCallNote, isDecisionNote } from '../case/note-keys.ts';
import { isCanary } from '../config/canary.ts';
import { SEVERITIES, type Severity, severityRank } from '../posture/severity.ts';
import { type Delivery, MAIN, type Step } from './delivery.ts';

/** The severities whose cases never wait behind others and never hide in a digest. */
export type SevereFrom = Severity | 'none';

/** What goes first at a destination: each begins a place on its list, and the smallest is taken first. */
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
  /** Threats that are told together. Before those that wait: theirs is the first of them. */
  group: '39',
  threat: '40',
  evidence: '50',
  /** It closed an open channel more than once. Others go first: they show whether it is the channel. */
  refused: '90',
} as const;

/** New items that may wait, and go into a digest when there are many. */
export const ORDINARY = [
  { from: `${RANKS.case}0`, until: `${RANKS.case}9~` },
  { from: RANKS.threat, until: `${RANKS.threat}~` },
] as const;

/** What closed an open channel so often may itself be what is wrong. */
const SUSPICIOUS = 2;

const placeAt = (rank: string, atMs: number): string => `${rank}#${String(atMs).padStart(14, '0')}`;

/** The place of a message that shows a decision, so that whoever clicked sees it first. */
export const answerPlace = (atMs: number): string => placeAt(RANKS.answer, atMs);
/** The place of a message that tells that nobody answered. */
export const callPlace = (atMs: number): string => placeAt(RANKS.call, atMs);
export const isCallPlace = (place: string): boolean => rankIn(place) === RANKS.call;
export const changePlace = (atMs: number): string => placeAt(RANKS.change, atMs);

export const groupPlace = (atMs: number): string => placeAt(RANKS.group, atMs);
export const threatPlace = (atMs: number): string => placeAt(RANKS.threat, atMs);
export const isThreatPlace = (place: string): boolean => rankIn(place) === RANKS.threat;
export const digestPlace = (atMs: number): string => placeAt(RANKS.digest, atMs);
/** Once nothing else waits. */
export const lastPlace = (atMs: number): string => placeAt(RANKS.evidence, atMs);

export const rankIn = (place: string): string => place.split('#', 1)[0] ?? '';
/** The severity of a case that is new; null for everything else. */
export const severityIn = (place: string): Severity | typeof UNKNOWN_SEVERITY | null => {
  const [first, digit] = rankIn(place);
  return first === RANKS.case ? (SEVERITIES[Number(digit)] ?? UNKNOWN_SEVERITY) : null;
};
/** What an analyst sees already is shown by the notifier with the change that follows, by then. */
export const BRIEF_MS = 60_000;
/** An answer whose notifier may not have been woken for yet. */
export const isFreshAnswer = (place: string, nowMs: number): boolean =>
  rankIn(place) === RANKS.answer && nowMs - timeIn(place) < BRIEF_MS;
export const timeIn = (place: string): number => Number(place.split('#')[1] ?? 0);
export const isSeverePlace = (place: string): boolean => /^1[0-4]#/.test(place);
export const isOrdinary = (place: string): boolean =>
  ORDINARY.some(({ from, until }) => place >= from && place <= until);

export function isSevere(content: Content, severeFrom: SevereFrom): boolean {
  if (content.kind !== 'case' || severeFrom === 'none') return false;
  const severity = severityOf(content.item);
  return severity !== null && severityRank(severity) <= severityRank(severeFrom);
}

/** Where a delivery stands among the others of its destination, by what has to be done next. */
export function placeOf(
  delivery: Pick<Delivery, 'key' | 'content' | 'handedOverAtMs' | 'refusals'>,
  step: Pick<Step<unknown>, 'do'> & { readonly note?: string; readonly begun?: { readonly note: string } },
  { severeFrom, decided = false }: { severeFrom: SevereFrom; decided?: boolean },
): string {
  const closings = delivery.refusals?.count ?? 0;
  const isUrgent = isSevere(delivery.content, severeFrom) && closings < 2 * SUSPICIOUS;
  if (closings >= SUSPICIOUS)
    return placeAt(isUrgent ? RANKS.refusedSevere : RANKS.refused, delivery.handedOverAtMs);
  return placeAt(rankOf(), delivery.handedOverAtMs);

  function rankOf(): string {
    const note = step.begun?.note ?? step.note ?? MAIN;
    if (isCallNote(note)) return RANKS.call;
    if (note !== MAIN) return isDecisionNote(note) ? RANKS.change : RANKS.evidence;
    const { content } = delivery;
    if (content.kind === 'digest') return RANKS.digest;
    if (content.kind === 'notice') return RANKS.notice;
    if (step.do === 'update') return decided ? RANKS.answer : RANKS.change;
    // Among new cases, a digest could tell it.
    if (isCanary(delivery.key.domain)) return RANKS.notice;
    if (content.kind === 'threats') return RANKS.group;
    if (content.kind === 'threat') return RANKS.threat;
    const severity = severityRank(severityOf(content.item));
    return `${isSevere(content, severeFrom) ? RANKS.severe : RANKS.case}${severity}`;
  }
}
