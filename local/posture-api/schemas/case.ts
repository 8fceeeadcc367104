import { z } from '@hono/zod-openapi';
import { DateTime, NextCursorParam, PageSize, Texts, Uuid } from './shapes.ts';

export const THREAT_TYPES = [
  'data_exfiltration',
  'insider_threat',
  'privilege_escalation',
  'policy_violation',
  'account_compromise',
  'sabotage',
  'financial_fraud',
] as const;
export type ThreatType = (typeof THREAT_TYPES)[number];

export const CASE_STATES = [
  'discover',
  'pending_investigation',
  'investigating',
  'enforced',
  'closed',
] as const;
export type CaseState = (typeof CASE_STATES)[number];

export const CaseEvent = z
  .strictObject({
    kind: z.string(),
    event_id: Uuid,
    severity: z.string(),
    category: Texts,
    subcategory: Texts,
    signal_type: z.string(),
    source: z.string(),
    title: z.string(),
    summary: z.string(),
    user_name: z.string(),
    user_email: z.string(),
    platform_event_id: z.string(),
    flagged: z.boolean(),
    safe: z.boolean(),
    created_at: DateTime,
  })
  .openapi('CaseEvent');
export type CaseEvent = z.infer<typeof CaseEvent>;

export const Case = z
  .strictObject({
    case_id: Uuid,
    user_email: z.string(),
    user_name: z.string(),
    threat_type: z.enum(THREAT_TYPES),
    threat_brief: z.string(),
    created_at: DateTime,
    updated_at: DateTime,
    closed_at: DateTime.nullable(),
    events: z.array(CaseEvent),
  })
  .openapi('Case');
export type Case = z.infer<typeof Case>;

export const CasePage = z
  .strictObject({ next_cursor: z.string().nullable(), items: z.array(Case) })
  .openapi('CasePage');

const Moment = z.iso.datetime({ offset: true }).optional();

export const CaseQuery = z.object({
  email: z.string().min(1).optional().openapi({ description: 'Email address of the user.' }),
  state: z.enum(CASE_STATES).optional().openapi({ description: 'Lifecycle state.' }),
  threat_type: z.enum(THREAT_TYPES).optional().openapi({ description: 'Kind of threat.' }),
  created_after: Moment.openapi({ format: 'date-time', description: 'Created at or after this time.' }),
  created_before: Moment.openapi({ format: 'date-time', description: 'Created before this time.' }),
  page_size: PageSize,
  next_cursor: NextCursorParam,
});
