import type { SealOf } from '../../platform/seal.ts';
import type { Outcome } from '../../posture/schemas/verdict.ts';
import type { Severity } from '../../posture/severity.ts';
import type { Decision } from '../../verdict/case-verdict.ts';
import type { Claim } from '../../verdict/case-watch.ts';

/** One event of a case, as it is told. */
export interface Evidence {
  readonly eventId: string;
  readonly title: string;
  readonly source: string | null;
  readonly atMs: number | null;
  readonly severity: Severity | null;
  readonly flagged: boolean;
  /** An analyst already said that it is harmless. */
  readonly safe: boolean;
}

/** Whom it is about. */
export interface Who {
  readonly name: string | null;
  readonly email: string | null;
}

/** What can be pressed for an outcome, by the rules of the configuration. */
export interface OutcomeChoice {
  readonly outcome: Outcome;
  /** As an analyst says it: `True positive`. */
  readonly label: string;
  readonly comment: 'required' | 'optional';
  readonly confirm: boolean;
  readonly approval: boolean;
}

/** How a case stands, and so what can be pressed. */
export type Standing =
  | { readonly is: 'open' }
  /** Closed in the platform, by nobody we know of. */
  | { readonly is: 'closed'; readonly atMs: number }
  | {
      readonly is: 'decided';
      readonly decision: Decision;
      /** The other chats in which somebody may be known to be a second person. */
      readonly approvableIn?: readonly string[] | undefined;
    };

/** What a case says about itself, whatever it is shown on. Texts are as the API sent them: not escaped, not cut. */
export interface CaseStory {
  readonly domain: string;
  readonly caseId: string;
  /** The destination it is told to. */
  readonly destination: string;
  /** `Data exfiltration` */
  readonly headline: string;
  readonly brief: string | null;
  readonly who: Who;
  /** The highest of its events. */
  readonly severity: Severity | null;
  readonly openedAtMs: number;
  /** `ready for triage`: how the platform sees it. Shown while nobody decided. */
  readonly state: string;
  /** The most telling first. */
  readonly evidence: readonly Evidence[];
  /** How many events there are, also those that were left out of the message on its way. */
  readonly eventCount: number;
  /** What was left out or shortened on its way, in words. */
  readonly trimmed: readonly string[];
  readonly choices: readonly OutcomeChoice[];
  readonly standing: Standing;
  /** Who is on it, while nobody has decided. */
  readonly claim?: Claim | null | undefined;
  /** Proves that the bridge wrote what its buttons carry. */
  readonly sealOf?: SealOf | undefined;
  /** Its line for notifications says nothing of people. */
  readonly quiet?: boolean | undefined;
}

/** A threat that belongs to no posted case. */
export interface ThreatStory {
  readonly domain: string;
  readonly eventId: string;
  readonly headline: string;
  readonly summary: string | null;
  readonly who: Who;
  readonly category: readonly string[];
  readonly subcategory: readonly string[];
  readonly source: string | null;
  readonly atMs: number;
  /** Ready to be pasted into a hunting console. */
  readonly huntingQueries: readonly string[];
  /** Its line for notifications says nothing of people. */
  readonly quiet?: boolean | undefined;
}

/** Threats that waited together, the oldest first. */
export interface ThreatsStory {
  readonly threats: readonly ThreatStory[];
  /** Its line for notifications says nothing of people. */
  readonly quiet?: boolean | undefined;
}
