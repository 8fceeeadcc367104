/** How much of each untrusted text is shown, whatever it is shown on. */
export const ROOM = {
  headline: 150,
  name: 80,
  email: 120,
  brief: 600,
  eventTitle: 160,
  eventSummary: 240,
  signal: 40,
  /** Ids are uuids: 36. */
  id: 64,
  source: 40,
  comment: 600,
  /** A comment is kept whole in the thread. */
  fullComment: 2_000,
  reason: 300,
  summary: 1_500,
  category: 60,
  notice: 2_500,
  /** In the one line for notifications. */
  fallbackPart: 120,
  /** Of a threat among others: ten such lines fit into every message. */
  short: { headline: 90, name: 60, email: 70, kinds: 60 },
} as const;
