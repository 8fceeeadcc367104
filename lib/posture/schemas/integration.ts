import * as z from 'zod/mini';
import { flag, identifier, openEnum, text, texts } from './tolerant-fields.ts';

export const INTEGRATION_STATUSES = ['active', 'degraded', 'disabled', 'pending', 'not_configured'] as const;

export const Integration = z.looseObject({
  connector_type: identifier,
  display_name: text,
  category: text,
  description: text,
  signals: texts,
  configured: flag,
  enabled: flag,
  status: openEnum(INTEGRATION_STATUSES),
  created_at: text,
  updated_at: text,
});
export type Integration = z.infer<typeof Integration>;
