import type { Claim, Decision } from '../../case/answer.ts';
import type { Hunting } from '../../case/answer-part.ts';
import type { CaseFacts } from '../../case/case-facts.ts';
import type { Evidence } from '../../case/evidence.ts';
import type { SealOf } from '../../platform/seal.ts';
import type { Severity } from '../../posture/severity.ts';
import type { Standing } from '../../verdict/decision-text.ts';
import type { OutcomeChoice } from './outcome-choices.ts';

/** Whom it is about. */
export interface Who {
  readonly name: string | null;
  readonly email: string | null;
}

/** What a case says about itself, whatever it is shown on. Texts are as the API sent them: not escaped, not cut. */
export interface CaseStory {
  readonly domain: string;
  readonly caseId: string;
  /** Where it is opened in the platform. */
  readonly link: string | null;
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
  /** Why it is here, where no route sends it at once. */
  readonly why?: string | null | undefined;
  /** What was known beside it when it came. */
  readonly facts?: CaseFacts | undefined;
  /** Of the case; and the decision of an earlier one, while nobody has decided again. */
  readonly episode?: number | undefined;
  readonly earlier?: Decision | undefined;
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
  /** Where it is opened in the platform. */
  readonly link: string | null;
  readonly headline: string;
  readonly summary: string | null;
  readonly who: Who;
  readonly category: readonly string[];
  readonly subcategory: readonly string[];
  readonly source: string | null;
  readonly atMs: number;
  /** When it was told in this channel, where that is worth saying. */
  readonly postedAtMs?: number | null | undefined;
  /** What finds its source events. */
  readonly hunting: readonly Hunting[];
  /** Its line for notifications says nothing of people. */
  readonly quiet?: boolean | undefined;
}

/** Threats that are told together, the oldest first. */
export interface ThreatsStory {
  /** Unless they are just new. */
  readonly title?: string | undefined;
  readonly threats: readonly ThreatStory[];
  /** Of all of them: one query for each table. */
  readonly hunting: readonly Hunting[];
  /** Its line for notifications says nothing of people. */
  readonly quiet?: boolean | undefined;
}
