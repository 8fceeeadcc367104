import type { Mute, MutedItem } from './mute.ts';
import type { Proposals } from './proposal.ts';

/** What is muted, and what was hidden by that. */
export interface MuteLedger {
  /** All that are not long over; none where nothing was ever muted. */
  load(domain: string): Promise<SavedMutes>;
  /** False when another was quicker. */
  save(domain: string, next: Omit<SavedMutes, 'version'>, version: number, nowMs: number): Promise<boolean>;
  /** Notes that these were hidden. May repeat. */
  note(domain: string, items: readonly MutedItem[], nowMs: number): Promise<void>;
  /** What a mute hid, the oldest first. */
  hiddenBy(domain: string, muteId: string): Promise<readonly MutedItem[]>;
}

export interface SavedMutes {
  readonly mutes: readonly Mute[];
  readonly proposals: Proposals;
  readonly version: number;
}
