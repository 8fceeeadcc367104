/** The events that a webhook can get. Each has a schema under docs/events. */
export const EVENT_TYPES = [
  'case.created',
  'case.changed',
  'case.closed',
  'case.claimed',
  'threat.created',
  'verdict.recorded',
  'verdict.failed',
  'integration.changed',
  'bridge.notice',
  'bridge.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
