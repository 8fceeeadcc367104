import type { RowKey } from './todo-list.ts';

/** A row that something is to be done about from a moment on. */
export interface Due {
  readonly key: RowKey;
  readonly atMs: number;
}

export interface DueRange {
  /** No more than so many. */
  readonly limit: number;
  /** Those that are due by then; all unless given. */
  readonly untilMs?: number | undefined;
  /** Behind this one. */
  readonly after?: Due | undefined;
  /** As on a list of what is to be done: whoever may add a row says itself on which list it stands. */
  readonly belongs: (key: RowKey) => boolean;
}

/** What is due, longest first, by the name of a list. May lag behind the rows by moments: only a row says how it stands. */
export interface DueList {
  list(name: string, range: DueRange): Promise<readonly Due[]>;
  /** Makes a row due at another time, and changes nothing else of it. False when it is not where it was. */
  move(name: string, due: Due, atMs: number): Promise<boolean>;
}
