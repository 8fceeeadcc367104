/** The exact headings of docs/runbook.md: alarms are named after them, and notices link to them. */
export const RUNBOOK_HEADINGS = [
  'Bridge is unhealthy',
  'Canary does not come back',
  'Clicks are lost',
  'Deliveries are late',
  'Deliveries gave up',
  'Destination is closed',
  'Feed is behind',
  'Function fails',
  'Function is throttled',
  'Key refused',
  'No successful poll',
  'Reconciler is silent',
  'Request budget is used up',
  'Requests are refused',
  'Requests are throttled',
  'Requests fail',
  'Trail is not archived',
  'Trail was changed',
  'Verdicts fail',
] as const;
export type RunbookHeading = (typeof RUNBOOK_HEADINGS)[number];
