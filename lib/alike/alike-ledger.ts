import type { ItemInShort } from '../chats/shared/item-in-short.ts';
import type { Todo } from '../platform/todo-list.ts';
import type { AlikeWindow, FoldedItem } from './alike.ts';
import type { KnownWindow, OpenedWindow } from './plan-folds.ts';

/** The windows of routes, and what they folded. */
export interface AlikeLedger {
  /** The last window of a key, as it stands now, also one that is over. */
  window(domain: string, key: string): Promise<KnownWindow>;
  /** False when another was quicker. */
  open(opened: OpenedWindow): Promise<boolean>;
  /** Notes that a window folded these, and that it has to list them. May repeat. */
  note(window: AlikeWindow, items: readonly FoldedItem[]): Promise<void>;
  /** What is noted of an item that a window may have folded. */
  folded(window: AlikeWindow, item: ItemInShort): Promise<FoldedItem | null>;

  /** Windows that folded something and have not listed it yet, the one that ends first first, behind the given one. */
  unlisted(limit: number, after?: Todo): Promise<readonly UnlistedWindow[]>;
  /** A window with what it folded, the oldest first; null where it folded nothing, and where that was forgotten. */
  load(named: NamedWindow): Promise<FoldingWindow | null>;
  /** It was listed; or another was quicker to say so. */
  setListed(window: FoldingWindow): Promise<void>;
}

export interface NamedWindow {
  readonly domain: string;
  readonly id: string;
}

export interface UnlistedWindow extends NamedWindow {
  readonly untilMs: number;
  readonly todo: Todo;
}

export interface FoldingWindow {
  readonly window: AlikeWindow;
  readonly folded: readonly FoldedItem[];
  readonly isListed: boolean;
  readonly version: number;
}
