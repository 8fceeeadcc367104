import * as z from 'zod/mini';
import { identifier, maybe, openEnum, text, untyped } from './tolerant-fields.ts';

export const DRIFT_PERIODS = ['7d', '30d', '90d', '180d'] as const;

export const Drift = z.looseObject({
  drift_id: identifier,
  computator: text,
  time_period: openEnum(DRIFT_PERIODS),
  delta: untyped,
  period_start_at: text,
  detected_at: text,
  user: maybe(z.looseObject({ name: text, email: text })),
});
export type Drift = z.infer<typeof Drift>;
