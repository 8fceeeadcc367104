export interface RowKey {
  readonly pk: string;
  readonly sk: string;
}

/** A row that still needs action. */
export interface Todo {
  readonly key: RowKey;
  /** Its position on the list: smaller comes first. */
  readonly at: string;
}

export interface TodoRange {
  readonly limit: number;
  /** Bounds of `at`, both included. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Starts after this one. */
  readonly after?: Todo | undefined;
  /** Largest `at` first. */
  readonly backwards?: boolean | undefined;
  /**
   * Which rows belong on this list. A writer names the list of its own row, and may only do so for rows of its own, so a
   * reader must check the key.
   */
  readonly belongs?: ((key: RowKey, at: string) => boolean) | undefined;
}

/** What is left to do, by the name of a list. May lag behind the rows by moments: only the row itself is current. */
export interface TodoList {
  list(under: string, range: TodoRange): Promise<readonly Todo[]>;
  /** Moves a row to another position on its list, and changes nothing else. False if it is no longer where it was. */
  move(under: string, todo: Todo, at: string | null): Promise<boolean>;
}
