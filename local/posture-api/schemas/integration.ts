import { z } from '@hono/zod-openapi';
import { DateTime } from './shapes.ts';

export const SIGNALS = [
  'core_iam',
  'mfa',
  'passwordless',
  'device_trust',
  'physical_access',
  'communications',
  'productivity',
  'saas',
  'iga',
  'endpoint_security',
  'pam',
  'network',
  'zero_trust',
  'cloud',
  'infrastructure',
] as const;
export type SignalCategory = (typeof SIGNALS)[number];

export const INTEGRATION_STATUSES = ['active', 'degraded', 'disabled', 'pending', 'not_configured'] as const;
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];

export const Integration = z
  .strictObject({
    connector_type: z.string(),
    display_name: z.string(),
    category: z.string(),
    description: z.string(),
    signals: z.array(z.enum(SIGNALS)),
    configured: z.boolean(),
    enabled: z.boolean(),
    status: z.enum(INTEGRATION_STATUSES),
    created_at: DateTime.nullable(),
    updated_at: DateTime.nullable(),
  })
  .openapi('IntegrationPoint');
export type Integration = z.infer<typeof Integration>;
