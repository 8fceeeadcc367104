import type { RowKey } from './todo-list.ts';

/** A row that needs action from a certain moment on. */
export interface Due {
  readonly key: RowKey;
  readonly atMs: number;
}

export interface DueRange {
  readonly limit: number;
  /** Only rows due by then; all if not given. */
  readonly untilMs?: number | undefined;
  /** Starts after this one. */
  readonly after?: Due | undefined;
  /** Which rows belong on this list. A writer names the list of its own row, so a reader must check the key. */
  readonly belongs: (key: RowKey) => boolean;
}

/** Due rows by the name of a list, longest overdue first. May lag behind by moments: only the row itself is current. */
export interface DueList {
  list(name: string, range: DueRange): Promise<readonly Due[]>;
  /** Makes a row due at another time, and changes nothing else. False if the row is no longer due when it was. */
  move(name: string, due: Due, atMs: number): Promise<boolean>;
}
