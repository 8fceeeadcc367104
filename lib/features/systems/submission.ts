import { createHash } from 'node:crypto';
import type { EndpointEvent } from '../../endpoints/endpoint-event.ts';
import type { CaseStandings } from '../../endpoints/to-decide.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';

/** What a system sent under a key of its own. It is written once, before anything follows from it, and never changed. */
export interface Submission {
  readonly destination: string;
  /** `webhook-id`: equal for every attempt. */
  readonly key: string;
  readonly domain: string;
  readonly caseId: string;
  readonly outcome: Outcome;
  readonly decisionId: string;
  /** The hash of the body: another body under the same key is another request. */
  readonly hash: string;
  readonly atMs: number;
}

export interface SubmissionLedger {
  find(destination: string, key: string): Promise<Submission | null>;
  /** False when something is there under this key. */
  add(submission: Submission): Promise<boolean>;
}

/** What was sent to a system of a case. */
export type SentToSystem = Pick<EndpointEvent, 'createdAtMs' | 'routes'>;

/** What the ledger says of a case to a system. */
export interface SystemCases extends CaseStandings {
  /** Null for a case that was never sent there. */
  sentTo(domain: string, caseId: string, destination: string): Promise<SentToSystem | null>;
}

/** One key of one system always gives the same decision id. */
export const decisionIdOf = (destination: string, key: string): string =>
  `hook-${digest(JSON.stringify([destination, key])).slice(0, 32)}`;

export const hashOf = (body: Uint8Array): string => digest(body);

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');
