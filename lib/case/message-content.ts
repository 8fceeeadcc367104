import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import type { CaseFacts } from './case-facts.ts';

/** What a message shows. */
export type Content =
  | {
      readonly kind: 'case';
      readonly item: Case;
      /** What the bridge left out or shortened on the way, in words. */
      readonly trimmed: readonly string[];
      readonly eventsLeftOut?: number | undefined;
      /** Its threats that were posted before it: added when the message is rendered, and stored in no row. */
      readonly earlier?: readonly EarlierThreat[] | undefined;
      /** What was known beside the case when it arrived. */
      readonly facts?: CaseFacts | undefined;
    }
  | { readonly kind: 'threat'; readonly item: Threat; readonly trimmed: readonly string[] }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** Many items in one message. */
  | { readonly kind: 'digest'; readonly counts: DigestCounts }
  /** Threats that waited together, each shown in one line. */
  | { readonly kind: 'threats'; readonly threats: readonly GroupedThreat[] };

/** Something that the bridge itself has to tell its operators. */
export interface Notice {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly at: string;
  /** Mutes that people are asked to approve. */
  readonly proposals?: readonly ShownProposal[] | undefined;
}

export interface ShownProposal {
  readonly id: string;
  readonly words: string;
  /** The outcome in words, once somebody answered. */
  readonly became: string | null;
  /** `approval`: a person wants it, and a second one has to approve it. Otherwise the bridge proposes it. */
  readonly asks?: 'approval' | undefined;
}

/** A row only names the threat: its text is in its own row, and is added when the message is rendered. */
export interface GroupedThreat {
  readonly domain: string;
  readonly id: string;
  readonly item?: Threat | undefined;
}

/** A threat of a case that was in the channel before the case; null where the bridge does not know since when. */
export interface EarlierThreat extends GroupedThreat {
  readonly postedAtMs: number | null;
}

/** A case that is listed in a digest and has no message of its own. */
export interface DigestCase {
  readonly id: string;
  readonly domain: string;
  readonly type: string;
  readonly person: string;
  readonly severity: string;
  readonly atMs: number;
}

/** The counts of many items in one message. */
export interface DigestCounts {
  /** A storm has each item in the thread of its digest. For a backlog, the digest is all that is posted. */
  readonly of: 'storm' | 'backlog';
  readonly sinceMs: number;
  readonly total: number;
  /** How many of them are cases. */
  readonly cases: number;
  /** Of the cases. */
  readonly bySeverity: Readonly<Record<string, number>>;
  readonly byType: Readonly<Record<string, number>>;
  readonly byPerson: Readonly<Record<string, number>>;
  /** How many of them were posted individually before the storm began. */
  readonly alone?: number | undefined;
  /** Known, but not yet counted above. */
  readonly waiting?: DigestWaiting | undefined;
  /** For a backlog: its cases, as many as one message and its thread can list. */
  readonly listed?: readonly DigestCase[] | undefined;
  /** For a storm: the first of its cases, for decisions in bulk. */
  readonly inThread?: readonly CaseInThread[] | undefined;
  /** For a backlog: the ids counted last, so that a retry after a crash counts nothing twice. */
  readonly lastIds?: readonly string[] | undefined;
}

/** A case whose message is in the thread of a digest. */
export interface CaseInThread {
  readonly domain: string;
  readonly id: string;
}

export interface DigestWaiting {
  readonly total: number;
  readonly cases: number;
  readonly bySeverity: Readonly<Record<string, number>>;
}

/** Counts the cases without a severity. */
export const UNKNOWN_SEVERITY = 'unknown';

/** Shown for an item that names no person. */
export const NOBODY_NAMED = 'nobody named';
