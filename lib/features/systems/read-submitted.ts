import * as z from 'zod/mini';
import { describeIssue } from '../../base/describe-issues.ts';
import { clean } from '../../base/text/clean-text.ts';
import { identifier } from '../../posture/schemas/tolerant-fields.ts';
import { Verdict } from '../../posture/schemas/verdict-schema.ts';

const MOST_ID = 500;
const id = identifier.check(z.maxLength(MOST_ID, `is longer than ${MOST_ID} characters`));
const MOST_NAME = 100;

/** Strict: what is signed and says more than a verdict is something else, like an event of ours that was sent back. */
const Submitted = z.strictObject({
  domain: z.string(),
  case_id: id,
  outcome: Verdict.shape.outcome,
  comment: z.nullish(Verdict.shape.comment.def.innerType),
  by: z.nullish(z.string().check(z.maxLength(MOST_NAME, `is longer than ${MOST_NAME} characters`))),
  event_ids: z.nullish(Verdict.shape.event_ids.def.innerType),
  overrides: z.nullish(id),
});

/** What a system decided, as it says it. */
export interface Submitted {
  readonly domain: string;
  readonly caseId: string;
  readonly outcome: z.infer<typeof Verdict>['outcome'];
  readonly comment: string | null;
  /** Who decided it there, by the word of the system. */
  readonly forWhom: string | null;
  readonly eventIds: readonly string[];
  readonly overrides: string | null;
}

export type ReadSubmitted =
  | { readonly ok: true; readonly submitted: Submitted }
  | { readonly ok: false; readonly problem: string };

const MOST_PROBLEMS = 5;

/** Reads the body of a request that is known to be a system's. */
export function readSubmitted(body: Uint8Array): ReadSubmitted {
  let input: unknown;
  try {
    input = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { ok: false, problem: 'the body is not JSON' };
  }
  const read = Submitted.safeParse(input);
  if (!read.success) {
    const problems = read.error.issues.slice(0, MOST_PROBLEMS).map((issue) => describeIssue(issue, input));
    return { ok: false, problem: problems.join('; ') };
  }
  const { domain, case_id: caseId, outcome, comment, by, event_ids, overrides } = read.data;
  return {
    ok: true,
    submitted: {
      domain,
      caseId,
      outcome,
      comment: comment?.trim() || null,
      forWhom: clean(by ?? '') || null,
      eventIds: event_ids ?? [],
      overrides: overrides ?? null,
    },
  };
}
