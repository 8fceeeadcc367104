import type { History } from './history.ts';

/** What the bridge does wrong today, by name. To mend one is to delete it here. */
export interface OpenFinding {
  readonly name: string;
  /** What the judge says of it. */
  readonly line: RegExp;
  readonly when?: (history: History) => boolean;
}

export const OPEN_FINDINGS: readonly OpenFinding[] = [];
