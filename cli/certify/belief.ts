import { type ChatName, isChat, sectionOf } from '../../lib/config/chats.ts';
import type { Way } from '../canary/run-canary.ts';
import type { CheckParts, Finding } from '../doctor/check.ts';
import type { AskApi } from './ask-api.ts';
import { type Safe, safe } from './safe-text.ts';

/** What the doctor's checks get, and what only this command asks. */
export interface CertifyParts extends CheckParts {
  /** By the name of a domain; a domain whose key cannot be read is left out. */
  readonly apis: ReadonlyMap<string, AskApi>;
  /** The canaries that were sent; empty if the operator did not ask for any. */
  readonly ways: readonly Way[];
}

/** What was seen of a belief. `wrong`: it is not so. Its sentence goes into the report. */
export interface Seen {
  readonly is: Exclude<Finding['is'], 'warning'>;
  readonly sentence: Safe;
}

export interface Belief {
  readonly id: string;
  readonly about: 'AWS' | 'the API' | ChatName;
  /** What the code relies on, as a sentence that is true or not. */
  readonly believed: string;
  /** The files that rely on it. */
  readonly where: readonly string[];
  /** What a person does to see it. */
  readonly see: string;
  /** Sentences of docs and comments that admit it, by file: a test finds those that no belief quotes. */
  readonly admitted?: Readonly<Record<string, readonly string[]>>;
  /** Sees it without a person, and without harm. */
  readonly look?: (parts: CertifyParts) => Promise<Seen>;
  /** `look` calls a system outside AWS with a secret. */
  readonly isOutside?: boolean;
}

export const holds = (sentence: Safe): Seen => ({ is: 'well', sentence });
export const differs = (sentence: Safe): Seen => ({ is: 'wrong', sentence });
export const notSeen = (sentence: Safe): Seen => ({ is: 'unknown', sentence });
/** Nothing speaks against it, and a part of it takes a person: what was seen of the rest. */
export const partlySeen = (sentence: Safe): Seen => ({
  is: 'unknown',
  sentence: safe`only partly: ${sentence}`,
});

/** What a belief is about, for people. */
export const subjectOf = ({ about }: Pick<Belief, 'about'>): string =>
  isChat(about) ? sectionOf(about).label : about;
