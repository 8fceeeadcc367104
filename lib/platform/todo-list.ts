/** Where a row is. */
export interface RowKey {
  readonly pk: string;
  readonly sk: string;
}

/** A row that something is still to be done about. */
export interface Todo {
  readonly key: RowKey;
  /** Its place among the others of its list: smaller comes first. */
  readonly at: string;
}

export interface TodoRange {
  /** No more than so many. */
  readonly limit: number;
  /** Bounds of `at`, both included. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Behind this one. */
  readonly after?: Todo | undefined;
  /** Largest `at` first. */
  readonly backwards?: boolean | undefined;
  /**
   * Which rows belong on this list. Whoever may add a row says itself on which list it stands, and may not do so for
   * rows that are none of its own.
   */
  readonly belongs?: ((key: RowKey, at: string) => boolean) | undefined;
}

/** What is to be done, by the name of a list. May lag behind the rows by moments: only a row itself says how it stands. */
export interface TodoList {
  list(under: string, range: TodoRange): Promise<readonly Todo[]>;
  /** Gives a row another place on its list, and changes nothing else of it. False when it is not where it was. */
  move(under: string, todo: Todo, at: string | null): Promise<boolean>;
}
