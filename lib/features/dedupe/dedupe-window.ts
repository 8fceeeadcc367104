import { type CaseRecord, isEnded } from '../../case/case-record.ts';
import type { ItemInShort } from '../../case/item-in-short.ts';
import type { DedupeField } from '../../config/dedupe.ts';
import { type Severity, severityRank } from '../../posture/severity.ts';

/** A time in which the first item stands for equal ones, in the chats that it was sent to. */
export interface DedupeWindow {
  readonly id: string;
  readonly domain: string;
  readonly route: string;
  readonly by: readonly DedupeField[];
  readonly first: ItemInShort;
  /** The chats that the first was sent to. Others are deduped there, and nowhere else. */
  readonly at: readonly string[];
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** A window that begins in the future was written with a wrong clock, and dedupes nothing. */
export const isOpen = ({ sinceMs, untilMs }: DedupeWindow, nowMs: number): boolean =>
  sinceMs <= nowMs && nowMs < untilMs;

/** A case stands for others only while it is open, and as severe as it is now. Null where nothing stands for others any more. */
export function asItStands(window: DedupeWindow, first: CaseRecord | undefined): DedupeWindow | null {
  if (!first) return window;
  return isEnded(first) ? null : { ...window, first: { ...window.first, severity: first.severity } };
}

/**
 * Whether one item may stand for another. `worse`: the other is more severe. `unsure`: nobody knows how severe
 * the other is, though that of the first is known.
 */
export function standsFor(first: Severity | null, other: Severity | null): 'yes' | 'worse' | 'unsure' {
  if (severityRank(other) < severityRank(first)) return 'worse';
  return other === null && first !== null ? 'unsure' : 'yes';
}
