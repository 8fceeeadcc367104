import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { leaveToNewer } from '../../base/read-versioned.ts';
import { MINUTE_MS } from '../../base/time.ts';
import {
  NotReadyError,
  PostureError,
  RateLimitedError,
  UnauthorizedError,
} from '../../posture/posture-errors.ts';
import type { Call } from '../../posture/request.ts';
import type { FoundPersona } from './look-up-persona.ts';
import type { PersonaLedger } from './persona-ledger.ts';
import { type Subject, subjectId } from './subjects-of-case.ts';

export interface AskPersonaParts {
  readonly ledger: PersonaLedger;
  readonly find: (domain: string, subject: Subject, call: Call) => Promise<FoundPersona>;
  /** The platform does not accept the key. */
  readonly onRefusedKey: (domain: string) => void;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** `known`: it is in the ledger. `unknown`: the platform does not know them, and is not asked again for this case. */
export type Asked = 'known' | 'not yet' | 'unknown';

export type AskPersona = (domain: string, subject: Subject, deadlineMs: number) => Promise<Asked>;

/** How long an answer without a persona counts. */
const COUNTS_MS = { 'not yet': 30 * MINUTE_MS, unknown: 6 * 60 * MINUTE_MS } as const;
/** Keeps one question from using up the time of the others. */
const PATIENCE_MS = 8_000;
const MOST_REMEMBERED = 20_000;

interface Remembered {
  readonly asked: Exclude<Asked, 'known'>;
  readonly untilMs: number;
}

/**
 * Asks the platform who somebody is, at most once a day, and keeps the answer. If it does not answer, the reconciler asks
 * about nobody of that domain for a while, and tells nobody. Only the process remembers what
 * did not work.
 */
export function createAskPersona({ ledger, find, onRefusedKey, clock, log }: AskPersonaParts): AskPersona {
  const answers = new Map<string, Remembered>();
  const pausedUntilMs = new Map<string, number>();
  const underWay = new Map<string, Promise<Asked>>();

  return (domain, subject, deadlineMs) => {
    const name = JSON.stringify([domain, subjectId(subject)]);
    const begun = underWay.get(name);
    if (begun) return begun;
    const asked = ask(domain, subject, name, deadlineMs).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };

  async function ask(domain: string, subject: Subject, name: string, deadlineMs: number): Promise<Asked> {
    const kept = await ledger.load(domain, subject).catch(leaveToNewer);
    if (kept) return 'known';
    const nowMs = clock.now();
    const before = answers.get(name);
    if (before && nowMs < before.untilMs) return before.asked;
    const resource = `${domain} ${subject.as}`;
    if (nowMs < (pausedUntilMs.get(resource) ?? 0) || nowMs >= deadlineMs) return 'not yet';
    try {
      const deadline = Math.min(deadlineMs, nowMs + PATIENCE_MS);
      const found = await find(domain, subject, { deadline, priority: 'backfill' });
      if (typeof found === 'string') return remember(name, found);
      await ledger.keep(domain, subject, found);
      return 'known';
    } catch (error) {
      pausedUntilMs.set(resource, clock.now() + pauseAfter(error));
      if (!(error instanceof PostureError)) throw error;
      if (error instanceof UnauthorizedError) onRefusedKey(domain);
      log('personas not read', { domain, of: subject.as, because: error.code });
      return 'not yet';
    }
  }

  function remember(name: string, asked: Remembered['asked']): Asked {
    if (answers.size >= MOST_REMEMBERED) answers.clear();
    answers.set(name, { asked, untilMs: clock.now() + COUNTS_MS[asked] });
    return asked;
  }
}

/** A key without the right to read personas is refused until an operator changes it. */
function pauseAfter(error: unknown): number {
  if (error instanceof RateLimitedError) return Math.max(2 * MINUTE_MS, error.retryAfterMs ?? 0);
  if (error instanceof NotReadyError) return 15 * MINUTE_MS;
  return error instanceof PostureError && !error.retryable ? 60 * MINUTE_MS : 5 * MINUTE_MS;
}
