import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import type { CaseFacts } from './case-facts.ts';

/** What is to be shown. */
export type Content =
  | {
      readonly kind: 'case';
      readonly item: Case;
      /** What was left out or shortened on its way, in words. */
      readonly trimmed: readonly string[];
      readonly eventsLeftOut?: number | undefined;
      /** Threats of it that were told before: added when a message is drawn, and kept in no row. */
      readonly earlier?: readonly EarlierThreat[] | undefined;
      /** What was known beside it when it came. */
      readonly facts?: CaseFacts | undefined;
    }
  | { readonly kind: 'threat'; readonly item: Threat; readonly trimmed: readonly string[] }
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** Many items in one message. */
  | { readonly kind: 'digest'; readonly counts: DigestCounts }
  /** Threats that waited together, each told in short. */
  | { readonly kind: 'threats'; readonly threats: readonly GroupedThreat[] };

/** Something that the bridge itself has to say, to the people who run it. */
export interface Notice {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly at: string;
  /** Mutes that people are asked about. */
  readonly proposals?: readonly ShownProposal[] | undefined;
}

export interface ShownProposal {
  readonly id: string;
  readonly words: string;
  /** In words, once somebody answered. */
  readonly became: string | null;
}

/** A row names it only: what it says stands in its own row, and is added when the message is drawn. */
export interface GroupedThreat {
  readonly domain: string;
  readonly id: string;
  readonly item?: Threat | undefined;
}

/** A threat of a case that stood in the channel before it; null where nobody knows since when. */
export interface EarlierThreat extends GroupedThreat {
  readonly postedAtMs: number | null;
}

/** A case that is told in a digest and nowhere else. */
export interface DigestCase {
  readonly id: string;
  readonly domain: string;
  readonly type: string;
  readonly person: string;
  readonly severity: string;
  readonly atMs: number;
}

/** Many items in one message, as they are counted. */
export interface DigestCounts {
  /** A storm has every item in the thread of its digest. Of a backlog the digest is all that is posted. */
  readonly of: 'storm' | 'backlog';
  readonly sinceMs: number;
  readonly total: number;
  /** How many of them are cases. */
  readonly cases: number;
  /** Of the cases. */
  readonly bySeverity: Readonly<Record<string, number>>;
  readonly byType: Readonly<Record<string, number>>;
  readonly byPerson: Readonly<Record<string, number>>;
  /** How many of them were posted one by one before it was a storm. */
  readonly alone?: number | undefined;
  /** Known, and not counted above yet. */
  readonly waiting?: DigestWaiting | undefined;
  /** Of a backlog: its cases, as many as one message and its thread can list. */
  readonly listed?: readonly DigestCase[] | undefined;
  /** Of a storm: the first of its cases, so that several can be decided at once. */
  readonly inThread?: readonly CaseInThread[] | undefined;
  /** Of a backlog: what was counted last, so that a crash counts nothing twice. */
  readonly lastIds?: readonly string[] | undefined;
}

/** A case that has its message in the thread of a digest. */
export interface CaseInThread {
  readonly domain: string;
  readonly id: string;
}

export interface DigestWaiting {
  readonly total: number;
  readonly cases: number;
  readonly bySeverity: Readonly<Record<string, number>>;
}

/** Counted for cases of which nobody says how severe they are. */
export const UNKNOWN_SEVERITY = 'unknown';

/** Shown for an item that is about nobody. */
export const NOBODY_NAMED = 'nobody named';
