import * as z from 'zod/mini';
import { readMoment } from './timestamp.ts';
import { flag, identifier, instant, maybe, openEnum, text, texts } from './tolerant-fields.ts';

export const THREAT_TYPES = [
  'data_exfiltration',
  'insider_threat',
  'privilege_escalation',
  'policy_violation',
  'account_compromise',
  'sabotage',
  'financial_fraud',
] as const;

export const CASE_STATES = [
  'discover',
  'pending_investigation',
  'investigating',
  'enforced',
  'closed',
] as const;
export type CaseState = (typeof CASE_STATES)[number];

export const CaseEvent = z.looseObject({
  kind: text,
  event_id: identifier,
  severity: text,
  category: texts,
  subcategory: texts,
  signal_type: text,
  source: text,
  title: text,
  summary: text,
  user_name: text,
  user_email: text,
  platform_event_id: text,
  flagged: flag,
  safe: flag,
  created_at: text,
});
export type CaseEvent = z.infer<typeof CaseEvent>;

export const Case = z.looseObject({
  case_id: identifier,
  user_email: text,
  user_name: text,
  threat_type: openEnum(THREAT_TYPES),
  threat_brief: text,
  created_at: instant,
  updated_at: text,
  closed_at: text,
  events: maybe(z.array(CaseEvent)),
});
export type Case = z.infer<typeof Case>;

/** 0 if the API does not say. */
export const updatedAtMsOf = ({ updated_at }: Pick<Case, 'updated_at'>): number =>
  readMoment(updated_at) ?? 0;
/** Null while the case is not closed, and for text that is not a date. */
export const closedAtMsOf = ({ closed_at }: Pick<Case, 'closed_at'>): number | null => readMoment(closed_at);
