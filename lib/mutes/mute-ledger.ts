import type { WithheldItem, WithheldPage } from '../case/item-in-short.ts';
import type { Mute } from './mute.ts';
import type { Proposals } from './proposal.ts';

/** What is muted, and what was hidden by that. */
export interface MuteLedger {
  /** All that are not long over; none where nothing was ever muted. */
  load(domain: string): Promise<SavedMutes>;
  /** False when another was quicker. */
  save(domain: string, next: Omit<SavedMutes, 'version'>, version: number, nowMs: number): Promise<boolean>;
  /** Notes that a mute hid these. May repeat. */
  note(domain: string, muteId: string, items: readonly WithheldItem[], nowMs: number): Promise<void>;
  /** What a mute hid, the oldest first, page by page; behind the place where another reading ended, if one is given. */
  hiddenBy(domain: string, muteId: string, after?: string): AsyncIterable<WithheldPage>;
}

export interface SavedMutes {
  readonly mutes: readonly Mute[];
  readonly proposals: Proposals;
  readonly version: number;
}
