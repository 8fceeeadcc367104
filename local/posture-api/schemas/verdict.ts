import { z } from '@hono/zod-openapi';
import { DateTime, Uuid } from './shapes.ts';

export const OUTCOMES = ['SAFE', 'TRUE_POSITIVE', 'FALSE_POSITIVE', 'DUPLICATE', 'ESCALATED'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const Verdict = z
  .object({
    outcome: z.enum(OUTCOMES),
    comment: z.string().max(2000).optional(),
    event_ids: z.array(Uuid).max(200).optional(),
  })
  .openapi('Verdict', { example: { outcome: 'ESCALATED', comment: 'Handed to the night shift.' } });
export type Verdict = z.infer<typeof Verdict>;

export const VerdictResult = z
  .strictObject({
    success: z.boolean(),
    case_id: Uuid,
    outcome: z.enum(OUTCOMES),
    resolved: z.boolean(),
    processed_at: DateTime,
  })
  .openapi('VerdictResult');
export type VerdictResult = z.infer<typeof VerdictResult>;
