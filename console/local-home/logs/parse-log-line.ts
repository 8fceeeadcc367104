import * as z from 'zod';
import { parseJson } from '../../../local/stand-in-kit/fields.ts';

const Feed = { domain: z.string(), feed: z.string() };
const count = z.number().default(0);
const reason = z.unknown().transform(String);

/** The events that matter to people or the console. Metrics and other events are not among them. */
const Known = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('polled'),
    ...Feed,
    /** In milliseconds. */
    at: z.iso.datetime().transform((at) => Date.parse(at)),
    outcome: z.string(),
    lagMs: z.number(),
    announced: count,
    messages: count,
    unreadable: count,
    paused: z.string().nullish(),
    problem: z.string().nullish(),
    /** For each destination, why its queue did not take everything. */
    notTaken: z.record(z.string(), z.string()).default({}),
  }),
  z.object({
    event: z.literal('unrouted'),
    domain: z.string(),
    feed: z.enum(['cases', 'threats']),
    id: z.string(),
    why: reason,
  }),
  z.object({ event: z.literal('poll failed'), ...Feed, problem: reason }),
  z.object({ event: z.literal('budget unavailable'), domain: z.string(), problem: reason }),
  z.object({ event: z.literal('parked'), destination: z.string(), reason }),
  z.object({ event: z.literal('not shown yet'), destination: z.string(), is: z.string().optional(), reason }),
  z.object({ event: z.literal('destination is closed'), destination: z.string(), kind: z.string(), reason }),
  z.object({ event: z.literal('destination is open'), destination: z.string() }),
  z.object({ event: z.literal('request refused'), status: z.number(), reason }),
  z.object({ event: z.literal('message comes back'), reason }),
  z.object({ event: z.enum(['click not taken', 'form not filled']), error: reason }),
  z.object({ event: z.literal('form not opened'), reason }),
  z.object({ event: z.literal('verdict.changed'), domain: z.string(), caseId: z.string() }),
  z.object({
    event: z.literal('claim.changed'),
    domain: z.string(),
    caseId: z.string(),
    what: z.enum(['claimed', 'taken-over', 'handed-back']),
    by: z.string(),
  }),
  z.object({
    event: z.literal('escalation'),
    domain: z.string(),
    caseId: z.string(),
    afterMs: z.number(),
    to: z.array(z.string()),
  }),
  z.object({ event: z.literal('verdict.refused'), domain: z.string(), caseId: z.string(), because: reason }),
]);

/** The only metrics that say something new: the chat accepted a message. */
const Shown = z
  .union([
    z.object({ Surface: z.string(), MessagesPosted: z.number() }),
    z.object({ Surface: z.string(), MessagesUpdated: z.number() }),
  ])
  .transform(({ Surface: chat }) => ({ event: 'shown' as const, chat }));

export type LogLine =
  | z.output<typeof Known>
  | z.output<typeof Shown>
  | { readonly event: 'plain text'; readonly text: string };
export type LogLineOf<Event extends LogLine['event']> = Extract<LogLine, { event: Event }>;

/** What a function wrote, if it matters. A function writes JSON: it did not intend any other line. */
export function parseLogLine(line: string): LogLine | undefined {
  const written = parseJson(line);
  if (typeof written !== 'object' || written === null) {
    return line.trim() ? { event: 'plain text', text: line } : undefined;
  }
  return Known.safeParse(written).data ?? Shown.safeParse(written).data;
}
