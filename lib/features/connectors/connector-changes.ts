import * as z from 'zod/mini';

const ms = z.number();

/** A change of a connector that the operators will be told. */
const Telling = z.object({
  /** As the operators knew it; null if they did not know it. */
  from: z.nullable(z.string()),
  to: z.string(),
  /** Since when it is so. */
  sinceMs: ms,
  atMs: ms,
});
export type Telling = z.infer<typeof Telling>;

/** What is remembered of a connector from look to look. Nothing in it changes as long as the connector stays as it is. */
const Watched = z.object({
  name: z.string(),
  /** As the operators know it. */
  status: z.nullable(z.string()),
  /** As it is now, but not yet for long enough to be told. */
  next: z.optional(z.object({ status: z.string(), sinceMs: ms })),
  /** When the operators were told of changes lately. */
  toldMs: z.array(ms),
  telling: z.optional(Telling),
});
export type Watched = z.infer<typeof Watched>;

/** How a connector is, as the platform says. */
export interface SeenConnector {
  readonly name: string;
  readonly status: string;
}

/** How long it has to stay the same before the operators are told; twice as long for each change that they were told lately. */
const SETTLED_MS = 10 * 60_000;
const LONGEST_MS = 80 * 60_000;
const LATELY_MS = 6 * 3_600_000;
/** Nobody needs to know that a new connector works. */
const WELL = 'active';

const settledMs = (changes: number): number => Math.min(LONGEST_MS, SETTLED_MS * 2 ** changes);

/** What is remembered of a connector after a look. The same object where nothing changed. */
export function watch(before: Watched | undefined, { name, status }: SeenConnector, nowMs: number): Watched {
  if (!before) {
    const known = { name, toldMs: [] };
    return status === WELL
      ? { ...known, status }
      : { ...known, status: null, next: { status, sinceMs: nowMs } };
  }
  // What was noted is told first, under the same id, even if the last run died before that.
  if (before.telling) return before;
  const { next: _, ...settled } = before;
  if (status === before.status) return before.next ? settled : before;
  if (before.next?.status !== status) return { ...settled, name, next: { status, sinceMs: nowMs } };
  const { sinceMs } = before.next;
  const lately = before.toldMs.filter((toldMs) => nowMs - toldMs < LATELY_MS);
  if (nowMs - sinceMs < settledMs(lately.length)) return before;
  // One that was never well enough to be known, and is well now, is no news.
  if (before.status === null && status === WELL) return { ...settled, name, status };
  const telling = { from: before.status, to: status, sinceMs, atMs: nowMs };
  return { ...settled, name, status, toldMs: [...lately, nowMs], telling };
}

/** The state after the operators were told. */
export function told({ telling: _, ...watched }: Watched): Watched {
  return watched;
}

/** All connectors of a domain. */
export const ConnectorWatch = z.object({ v: z.literal(1), connectors: z.record(z.string(), Watched) });
export type ConnectorWatch = z.infer<typeof ConnectorWatch>;
export const NOTHING_WATCHED: ConnectorWatch = { v: 1, connectors: {} };
