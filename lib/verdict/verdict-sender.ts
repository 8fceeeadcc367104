import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { CaseVerdict } from '../case/answer.ts';
import { type PostureError, RejectedError } from '../posture/posture-errors.ts';
import { composeComment } from './compose-comment.ts';
import type { Answered, PlatformLooked } from './decision-types.ts';
import type { SaveDecision, SavedDecision } from './save-decision.ts';
import { NO_PLATFORM, submitOnce, UNAVAILABLE, type VerdictPlatform } from './verdict-platform.ts';

export interface VerdictSenderParts {
  readonly move: SaveDecision;
  /** Null if the domain is not configured. */
  readonly platformOf: (domain: string) => Promise<VerdictPlatform | null>;
  /** A destination by the name that people use. */
  readonly placeName: (destination: string) => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly postTimeoutMs: number;
}

/** How often the function tries to save the answer to a POST, and how long it pauses after the first failure. */
const KEEP = { attempts: 6, pauseMs: 100 } as const;
const LOOK_WITHIN_MS = 10_000;

/** Sends a decision to the platform, or checks whether it arrived. */
export function createVerdictSender({
  move,
  platformOf,
  placeName,
  clock,
  log,
  postTimeoutMs,
}: VerdictSenderParts) {
  /** A platform that cannot be called, for example without a key, counts as unreachable: the bridge retries for a day. */
  async function open(domain: string): Promise<VerdictPlatform> {
    try {
      return (await platformOf(domain)) ?? NO_PLATFORM;
    } catch (error) {
      log('verdict.platform-unavailable', { domain, problem: String(error) });
      return UNAVAILABLE;
    }
  }

  return {
    /** Called before the row says that the decision is being sent: a failure here must not leave a decision in doubt. */
    open,

    async submit(platform: VerdictPlatform, verdict: CaseVerdict, sinceMs: number): Promise<SavedDecision> {
      const { domain, caseId, decision } = verdict;
      const { id: decisionId, outcome, eventIds, place } = decision;
      const comment = composeComment(decision, { placeName: placeName(place) });
      const body = { outcome, comment, ...(eventIds.length > 0 && { event_ids: [...eventIds] }) };
      // Well before another function treats this one as crashed, which leaves time to save the answer.
      const call = { deadline: sinceMs + postTimeoutMs / 2, priority: 'interactive' } as const;
      const answer = await submitOnce(platform, caseId, body, call);
      if (answer.status === 'refused') logRefusal({ domain, caseId, decisionId }, answer.error);
      return keep({ kind: 'answered', domain, caseId, decisionId, answer });
    },

    async look(platform: VerdictPlatform, verdict: CaseVerdict, looks: number): Promise<SavedDecision> {
      const { domain, caseId, decision, createdAtMs } = verdict;
      const event = { kind: 'looked', domain, caseId, decisionId: decision.id, looks } as const;
      return move({
        ...event,
        closedAtMs: await closedAtMs(platform, caseId, createdAtMs),
      } satisfies PlatformLooked);
    },
  };

  /** For operators: people read why in their own words, and what the platform said is in the audit trail. */
  function logRefusal(about: object, error: PostureError): void {
    const status = error instanceof RejectedError ? { status: error.status } : {};
    log('verdict.not-taken', { ...about, request: 'POST verdict', code: error.code, ...status });
  }

  /** Later, a lost answer can only be guessed, so saving it is worth some patience. */
  async function keep(event: Answered): Promise<SavedDecision> {
    for (let attempt = 1; ; attempt++) {
      try {
        const moved = await move(event);
        if (moved !== 'busy' || attempt >= KEEP.attempts) return moved;
      } catch (error) {
        if (attempt >= KEEP.attempts) {
          const { domain, caseId, decisionId, answer } = event;
          log('verdict.answer-lost', { domain, caseId, decisionId, status: answer.status });
          throw error;
        }
      }
      await clock.sleep(KEEP.pauseMs * 2 ** attempt);
    }
  }

  /** A failed look shows nothing. The number of looks is limited, so that a decision always ends. */
  async function closedAtMs(platform: VerdictPlatform, caseId: string, createdAtMs: number | undefined) {
    if (createdAtMs === undefined) return null;
    const call = { deadline: clock.now() + LOOK_WITHIN_MS, priority: 'interactive' } as const;
    try {
      return await platform.closedAtMs(caseId, createdAtMs, call);
    } catch (error) {
      log('verdict.look-failed', { caseId, code: (error as { code?: unknown }).code ?? 'unknown' });
      return null;
    }
  }
}
