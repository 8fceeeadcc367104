import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../config/metrics.ts';

/** The functions that leave signs. Each may only leave its own. */
export type SignedBy = 'action' | 'verdict' | 'archive';

/**
 * What a function noticed and the reconciler has to know. It is added to the ledger and never changed, which is all that the
 * function that faces the internet may do there.
 */
export interface Sign {
  readonly by: SignedBy;
  readonly what: 'lost' | 'disputed' | 'taken' | 'failed' | 'archived' | 'changed';
  /** The chat or the domain. */
  readonly subject: string;
  readonly atMs: number;
}

/** Where signs are left. May repeat. */
export type LeaveSign = (sign: Sign) => Promise<void>;

export interface Signs {
  /** The signs of these functions since then. A function that may add signs can write any subject. */
  since(list: SignList, sinceMs: number): Promise<readonly Sign[]>;
}
/** What was noticed lately, and signs that come only every few hours. */
export type SignList = 'now' | 'archive';
export const listOf = ({ by }: Pick<Sign, 'by'>): SignList => (by === 'archive' ? 'archive' : 'now');

export interface NoticingParts {
  readonly by: SignedBy;
  readonly metrics: Metrics;
  readonly leave: LeaveSign;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often each is left in five minutes: a stranger who can cause signs must not fill the table. */
const SPAN_MS = 5 * 60_000;
const MOST_IN_SPAN: Readonly<Record<Sign['what'], number>> = {
  taken: 1,
  lost: 5,
  failed: 5,
  archived: 5,
  changed: 5,
  // As many as are suspicious, and no more.
  disputed: 3,
};

const SIGNS: Readonly<Record<string, Sign['what']>> = {
  ClicksLost: 'lost',
  RequestsDisputed: 'disputed',
  RequestsTaken: 'taken',
  VerdictFailed: 'failed',
};

/**
 * The metrics of a function, which also leave a sign of what the reconciler tells the operators. A lost click
 * goes to CloudWatch at once: without the table no sign can be left.
 */
export function createNoticing({ by, metrics, leave, clock, log }: NoticingParts) {
  const under = new Set<Promise<void>>();
  const leftAtMs = new Map<string, readonly number[]>();

  function note(what: Sign['what'], subject: string): void {
    const atMs = clock.now();
    const name = `${what} ${subject}`;
    const lately = (leftAtMs.get(name) ?? []).filter((ms) => Math.abs(atMs - ms) < SPAN_MS);
    if (lately.length >= MOST_IN_SPAN[what]) return;
    leftAtMs.set(name, [...lately, atMs]);
    const left = leave({ by, what, subject, atMs })
      .catch((error: unknown) => log('no sign left', { what, subject, problem: String(error) }))
      .finally(() => under.delete(left));
    // An analyst waits only for the answer to what is accepted.
    if (what !== 'taken') under.add(left);
  }

  const noticing: Metrics = (subject, dimensions, values) => {
    metrics(subject, dimensions, values);
    const [name = ''] = Object.values<string>(dimensions);
    for (const [metric, count] of Object.entries<number | undefined>(values)) {
      const what = SIGNS[metric];
      for (let n = 0; what && n < Math.min(count ?? 0, MOST_IN_SPAN[what]); n++) note(what, name);
      if (what === 'lost') metrics('bridge', {}, { Healthy: 0 });
    }
  };
  return {
    metrics: noticing,
    /** Lambda stops a function once it has answered. */
    settled: async () => void (await Promise.all(under)),
  };
}
