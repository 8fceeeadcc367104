import { z } from '@hono/zod-openapi';
import { DateTime, Uuid } from './shapes.ts';

export const TIME_PERIODS = ['7d', '30d', '90d', '180d'] as const;

export const Drift = z
  .strictObject({
    drift_id: Uuid,
    computator: z.string(),
    time_period: z.enum(TIME_PERIODS),
    delta: z.unknown(),
    period_start_at: DateTime.nullable(),
    detected_at: DateTime.nullable(),
    user: z.strictObject({ name: z.string(), email: z.string() }),
  })
  .openapi('DriftEvent');
export type Drift = z.infer<typeof Drift>;
