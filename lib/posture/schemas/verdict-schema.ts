import * as z from 'zod/mini';
import { flag, identifier, openEnum, text } from './tolerant-fields.ts';
import { isUuid } from './uuid.ts';

export const OUTCOMES = ['SAFE', 'TRUE_POSITIVE', 'FALSE_POSITIVE', 'DUPLICATE', 'ESCALATED'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const VERDICT_LIMITS = { comment: 2000, eventIds: 200 } as const;

/** One check for both rules: otherwise a list that is too long would hide its other problems. */
function eventIdProblems({ value, issues }: z.core.ParsePayload<string[]>): void {
  if (value.length > VERDICT_LIMITS.eventIds) {
    const message = `has more than ${VERDICT_LIMITS.eventIds} entries`;
    issues.push({ code: 'custom', message, input: value, continue: true });
  }
  value.forEach((id, index) => {
    if (isUuid(id)) return;
    issues.push({ code: 'custom', message: 'is not a uuid', path: [index], input: id, continue: true });
  });
}

/** What we send is strict where what we read is tolerant. */
export const Verdict = z.strictObject({
  outcome: z.enum(OUTCOMES, `must be one of ${OUTCOMES.join(', ')}`),
  comment: z.optional(
    z
      .string()
      .check(z.maxLength(VERDICT_LIMITS.comment, `is longer than ${VERDICT_LIMITS.comment} characters`)),
  ),
  event_ids: z.optional(z.array(z.string()).check(eventIdProblems)),
});
export type Verdict = z.infer<typeof Verdict>;

export const VerdictResult = z.looseObject({
  success: flag,
  case_id: identifier,
  outcome: openEnum(OUTCOMES),
  resolved: flag,
  processed_at: text,
});
export type VerdictResult = z.infer<typeof VerdictResult>;
