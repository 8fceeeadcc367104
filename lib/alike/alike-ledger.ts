import type { WithheldItem, WithheldPage } from '../case/item-in-short.ts';
import type { Todo } from '../platform/todo-list.ts';
import type { AlikeWindow } from './alike.ts';
import type { KnownWindow, OpenedWindow } from './plan-folds.ts';

/** The windows of routes, and what they folded. */
export interface AlikeLedger {
  /** The last window of a key, as it stands now, also one that is over. */
  window(domain: string, key: string): Promise<KnownWindow>;
  /** False when another was quicker. */
  open(opened: OpenedWindow): Promise<boolean>;
  /** Notes that a window folded these, and that it has to list them. May repeat. */
  note(window: AlikeWindow, items: readonly WithheldItem[]): Promise<void>;

  /** Windows that folded something and have not listed it yet, the one that ends first first, behind the given one. */
  unlisted(limit: number, after?: Todo): Promise<readonly UnlistedWindow[]>;
  /** A window that folded something; null where it folded nothing, and where that was forgotten. */
  load(named: NamedWindow): Promise<FoldingWindow | null>;
  /** What it folded, the oldest first, page by page; behind the place where another reading ended, if one is given. */
  foldedBy(named: NamedWindow, after?: string): AsyncIterable<WithheldPage>;
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
  readonly isListed: boolean;
  readonly version: number;
}
