import type { SealOf } from '../../base/seal.ts';
import type { Claim, Decision } from '../../case/answer.ts';
import type { Hunting } from '../../case/answer-part.ts';
import type { CaseFacts } from '../../case/case-facts.ts';
import type { Evidence } from '../../case/evidence.ts';
import type { KnownPersona } from '../../case/persona-note.ts';
import type { Severity } from '../../posture/severity.ts';
import type { ShownStanding } from '../../verdict/decision-text.ts';
import type { OutcomeChoice } from './outcome-choices.ts';

/** The person whom a case or a threat is about. */
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
  /** The destination that shows it. */
  readonly destination: string;
  /** `Data exfiltration` */
  readonly headline: string;
  readonly brief: string | null;
  readonly who: Who;
  /** The highest severity of its events. */
  readonly severity: Severity | null;
  readonly openedAtMs: number;
  /** `ready for triage`: how the platform sees it. Shown while nobody decided. */
  readonly state: string;
  /** The most telling event first. */
  readonly evidence: readonly Evidence[];
  /** How many events there are, including those that the poller left out of the message. */
  readonly eventCount: number;
  /** What the poller left out or shortened, in words. */
  readonly trimmed: readonly string[];
  readonly choices: readonly OutcomeChoice[];
  readonly standing: ShownStanding;
  /** Why the case is at this destination, where no route sends it at once. */
  readonly why?: string | null | undefined;
  /** Where the route says what to do. */
  readonly runbook?: string | null | undefined;
  /** What the bridge knew about the person and the type when the case came. */
  readonly facts?: CaseFacts | undefined;
  /** The episode of the case; and the decision of an earlier episode, while nobody has decided again. */
  readonly episode?: number | undefined;
  readonly earlier?: Decision | undefined;
  /** Who is on it, while nobody has decided. */
  readonly claim?: Claim | null | undefined;
  /** Proves that the bridge wrote what its buttons carry. */
  readonly sealOf?: SealOf | undefined;
  /** Who the person is, where the message says it. */
  readonly persona?: KnownPersona | undefined;
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
  /** When the channel showed it, where the message should say so. */
  readonly postedAtMs?: number | null | undefined;
  /** The queries that find its source events. */
  readonly hunting: readonly Hunting[];
  /** Its line for notifications says nothing of people. */
  readonly quiet?: boolean | undefined;
}

/** Threats in one message, the oldest first. */
export interface ThreatsStory {
  /** Left out where the threats are just new. */
  readonly title?: string | undefined;
  readonly threats: readonly ThreatStory[];
  /** One query for each table, which finds the source events of all these threats. */
  readonly hunting: readonly Hunting[];
  /** Its line for notifications says nothing of people. */
  readonly quiet?: boolean | undefined;
}
