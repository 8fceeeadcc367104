import * as z from 'zod/mini';
import { amount, openEnum, text } from './tolerant-fields.ts';

export const ErrorBody = z.looseObject({ error: text });

export const NOT_READY_RESOURCES = ['cases', 'threats', 'personas', 'nhi', 'nhi-clusters'] as const;

/** The body of a 423. */
export const NotReadyBody = z.looseObject({
  error: text,
  resource: openEnum(NOT_READY_RESOURCES),
  message: text,
  details: text,
  days_until_ready: amount,
  external_api_enabled_at_utc: text,
  now_utc: text,
});
export type NotReadyBody = z.infer<typeof NotReadyBody>;
