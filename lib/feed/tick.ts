import * as z from 'zod/mini';
import { describeIssue } from '../base/describe-issues.ts';
import { parseJson } from '../base/http/parse-json.ts';
import { toMessageText } from '../base/queues/message-text.ts';

export const TICK_VERSION = 1;

const Tick = z.object({
  v: z.literal(TICK_VERSION),
  /** The domains of one scheduled run. */
  domains: z.readonly(z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.minLength(1))),
  /** When the poller should look at them. */
  dueAtMs: z.number(),
});
/** Asks the poller to look at some domains at a certain time. */
export type Tick = z.infer<typeof Tick>;

export type ReadTick = { readonly ok: Tick } | { readonly dropped: string };

/**
 * Never throws. A tick that this version does not understand is dropped, not quarantined: the next tick is seconds away,
 * and the version that sent this one sends others.
 */
export function readTick(body: string): ReadTick {
  const input = parseJson(body);
  const read = Tick.safeParse(input);
  if (read.success) return { ok: read.data };
  return { dropped: read.error.issues.map((issue) => describeIssue(issue, input)).join('; ') };
}

export const writeTick = ({ domains, dueAtMs }: Omit<Tick, 'v'>): string =>
  toMessageText({ v: TICK_VERSION, domains, dueAtMs } satisfies Tick);
