import type { PostureClient } from '../posture/client.ts';
import {
  InvalidRequestError,
  MalformedError,
  PostureError,
  UnreachableError,
} from '../posture/posture-errors.ts';
import type { Call } from '../posture/request.ts';
import type { Case } from '../posture/schemas/case.ts';
import { readTimestamp } from '../posture/schemas/timestamp.ts';
import type { Verdict } from '../posture/schemas/verdict-schema.ts';
import type { VerdictAnswer } from '../posture/verdict-problems.ts';

/** Where the verdicts of a domain are recorded. */
export interface VerdictPlatform {
  /** Sends at most one POST. May throw, and then nobody knows whether the platform has it. */
  submitVerdict(caseId: string, verdict: Verdict, call: Call): Promise<VerdictAnswer>;
  /** When the case was closed; null if it is open or cannot be found. */
  closedAtMs(caseId: string, createdAtMs: number, call: Call): Promise<number | null>;
}

/** The list can be filtered by time only, and may or may not include its bounds. */
export const AROUND_MS = 5_000;
const MAX_PAGES = 20;

export const createVerdictPlatform = (
  client: Pick<PostureClient, 'submitVerdict' | 'cases'>,
): VerdictPlatform => ({
  submitVerdict: (caseId, verdict, call) => client.submitVerdict(caseId, verdict, call),
  async closedAtMs(caseId, createdAtMs, call) {
    const found = await findCase(client, caseId, createdAtMs, call);
    return found?.closed_at ? readTimestamp(found.closed_at) : null;
  },
});

/** The API cannot return a single case, so this searches the cases of that age. */
export async function findCase(
  client: Pick<PostureClient, 'cases'>,
  caseId: string,
  createdAtMs: number,
  call: Call,
): Promise<Case | null> {
  const filter = {
    createdAfter: new Date(createdAtMs - AROUND_MS),
    createdBefore: new Date(createdAtMs + AROUND_MS),
  };
  for await (const { items } of client.cases.pages({ filter, maxPages: MAX_PAGES }, call)) {
    const found = items.find(({ case_id: id }) => id.toLowerCase() === caseId.toLowerCase());
    if (found) return found;
  }
  return null;
}

/** For a domain that this function's configuration does not have yet, or no longer: retried for as long as any other. */
export const NO_PLATFORM: VerdictPlatform = {
  submitVerdict: async () => ({
    status: 'refused',
    error: new UnreachableError('the bridge is not configured for this domain', false),
  }),
  closedAtMs: async () => null,
};

/** For a platform that could not even be called. */
export const UNAVAILABLE: VerdictPlatform = {
  submitVerdict: async () => ({
    status: 'refused',
    error: new UnreachableError("the bridge cannot read the platform's key", false),
  }),
  closedAtMs: () => Promise.reject(new Error("the bridge cannot read the platform's key")),
};

/** An error thrown before anything was sent means no; after any other error, nobody knows what was sent. */
export async function submitOnce(
  platform: VerdictPlatform,
  caseId: string,
  verdict: Verdict,
  call: Call,
): Promise<VerdictAnswer> {
  try {
    return await platform.submitVerdict(caseId, verdict, call);
  } catch (thrown) {
    if (thrown instanceof InvalidRequestError) return { status: 'refused', error: thrown };
    const error = thrown instanceof PostureError ? thrown : new MalformedError('sending it broke off');
    return { status: 'unknown', error };
  }
}
