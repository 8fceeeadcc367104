export interface Place {
  readonly chat: 'slack' | 'teams';
  readonly channel: string;
  readonly id: string;
  /** Under which message it stands; null for what stands in the channel itself. */
  readonly thread: string | null;
}

export interface Button {
  readonly verb: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly block?: string;
}

/** A message as people see it. */
export interface Shown extends Place {
  readonly mark: string;
  readonly postedAtMs: number;
  changedAtMs: number;
  /** Whom it called when it was posted. Later changes call nobody. */
  readonly calls: readonly string[];
  text: string;
  /** What it said one after the other. */
  readonly texts: string[];
  buttons: readonly Button[];
  raw: unknown;
  /** As it was posted. */
  readonly first?: { readonly text: string; readonly buttons: readonly Button[] };
  isDeleted: boolean;
}
