import type { RunbookHeading } from '../config/runbook-headings.ts';

/** Something that is wrong with the bridge, as a run of the reconciler sees it. */
export interface Problem {
  /** What kind it is: where the runbook says what to do. */
  readonly heading: RunbookHeading;
  /** What it is about: a feed, a destination, a queue. */
  readonly subject: string;
  /** One sentence: what is wrong. Nothing in it comes from outside of the bridge. */
  readonly sentence: string;
  /** How long every run has to see it before it counts. */
  readonly patienceMs?: number | undefined;
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
  readonly unsure: ReadonlySet<RunbookHeading>;
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
