import type { RunbookHeading } from '../config/runbook-headings.ts';

/** Something that is wrong with the bridge, as one look at it sees it. */
export interface Problem {
  /** What kind it is: where the runbook says what to do. */
  readonly heading: RunbookHeading;
  /** What it is about: a feed, a destination, a queue. */
  readonly subject: string;
  /** One sentence: what is wrong. Nothing in it comes from outside of the bridge. */
  readonly sentence: string;
  /** Since when, if the ledger knows; otherwise since the reconciler first saw it. */
  readonly sinceMs?: number | undefined;
  /** How long it has to last before somebody is called: until then it may pass by itself. */
  readonly patienceMs?: number | undefined;
  /** Until then it is no more than a suspicion, and nobody is shown it. */
  readonly isSuspicion?: boolean | undefined;
  /** What has to stay the same during that time. */
  readonly mark?: string | undefined;
  /** Until then it counts even if no run sees it again. */
  readonly holdsUntilMs?: number | undefined;
  /** Another function tells the operators about it, and when it is over. */
  readonly reportedElsewhere?: boolean | undefined;
}

/** Where the parts of the reconciler put what they see. */
export interface Findings {
  add(problem: Problem): void;
  /** This run could not look: earlier problems may still exist. */
  unsure(...headings: readonly RunbookHeading[]): void;
}

export interface Found {
  readonly problems: readonly Problem[];
  /** Headings, or names of problems (heading and subject, in two lines). */
  readonly unsure: ReadonlySet<string>;
}

export type AllFindings = Findings & { take(): Found };

/** Gathers what one run sees. */
export function createFindings(): AllFindings {
  let problems: Problem[] = [];
  let unsure = new Set<RunbookHeading>();
  return {
    add: (problem) => void problems.push(problem),
    unsure(...headings) {
      for (const heading of headings) unsure.add(heading);
    },
    take() {
      const found = { problems, unsure };
      problems = [];
      unsure = new Set();
      return found;
    },
  };
}

/** For callers that report nothing. */
export const NO_FINDINGS: Findings = { add: () => undefined, unsure: () => undefined };
