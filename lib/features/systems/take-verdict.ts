import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { scopePath } from '../../config/authority.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { namedWebhooks } from '../../config/webhooks.ts';
import { routesOfSent } from '../../endpoints/routes-of-sent.ts';
import { type Authorization, authorize, type ChatDirectory, type Found } from '../../verdict/authorize.ts';
import { isBlank, needsComment } from '../../verdict/needs-comment.ts';
import { systemPerson } from '../../verdict/system-person.ts';
import { VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Submitted } from './read-submitted.ts';
import type { SystemCases } from './submission.ts';

export interface TakeVerdictParts {
  readonly config: BridgeConfig;
  readonly cases: SystemCases;
  /** The one durable effect of a decision. Resolves only when the queue has it. */
  readonly queue: (message: VerdictMessage) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a system decided, and under which names. */
export interface SystemDecision extends Submitted {
  readonly destination: string;
  readonly decisionId: string;
  /** In which it was to be decided; absent for what is decided by the case alone. */
  readonly episode?: number | undefined;
}

export type Judged =
  | { readonly is: 'allowed'; readonly found: Found; readonly createdAtMs: number | null }
  | { readonly is: 'not-sent' }
  | { readonly is: 'comment-required' }
  | { readonly is: 'nothing-to-override' }
  /** It is in the trail. `why`: in words for the operators of the system. */
  | { readonly is: 'denied'; readonly why: string };

const ASKS_NOBODY: ChatDirectory = { isMember: async () => 'no', isOutsider: async () => 'no' };

/** Judges what systems decide by the rules for people, and queues it. */
export function createTakeVerdict({ config, cases, queue, clock, log }: TakeVerdictParts) {
  async function judge(decision: SystemDecision): Promise<Judged> {
    const { destination, domain, caseId } = decision;
    const sent = Object.hasOwn(config.domains, domain)
      ? await cases.sentTo(domain, caseId, destination)
      : null;
    if (!sent) return { is: 'not-sent' };
    const allowed = await authorize({
      config,
      person: systemPerson(destination, decision.forWhom),
      domain,
      destination,
      channelId: null,
      routes: async () => routesOfSent(config, destination, sent),
      namedIn: namedWebhooks,
      directory: ASKS_NOBODY,
    });
    if (allowed.is !== 'allowed') return deny(decision, allowed);
    if (config.verdicts && needsComment(decision, config.verdicts) && isBlank(decision.comment))
      return { is: 'comment-required' };
    // No row could keep the refusal of an override of nothing.
    if (decision.overrides !== null && !(await cases.answerOf(domain, caseId))?.decision)
      return { is: 'nothing-to-override' };
    return { is: 'allowed', found: allowed.found, createdAtMs: sent.createdAtMs ?? null };
  }

  async function deny(
    decision: SystemDecision,
    { by }: Exclude<Authorization, { is: 'allowed' }>,
  ): Promise<Judged> {
    const { destination, domain, caseId, outcome, decisionId, forWhom } = decision;
    const where = by ? ` (${scopePath(by)})` : '';
    const why = `The configuration does not let ${destination} decide this case${where}. Nothing was recorded.`;
    log('verdict denied', { destination, domain, caseId, by: by?.is ?? null });
    await queue({
      ...aboutCase(decision),
      kind: 'denied',
      by: systemPerson(destination, forWhom),
      place: destination,
      // Not by the name of the decision: the same request may be allowed when the configuration was changed.
      clickId: `denied-${decisionId}`,
      atMs: clock.now(),
      what: `sent ${outcome}`,
      outcome,
      why,
    });
    return { is: 'denied', why };
  }

  return {
    judge,
    /** Only for judged requests, and equal for every attempt. */
    handOn: (
      decision: SystemDecision,
      { found, createdAtMs }: Extract<Judged, { is: 'allowed' }>,
      atMs: number,
    ) =>
      queue({
        ...aboutCase(decision),
        kind: 'decide',
        createdAtMs,
        request: {
          id: decision.decisionId,
          outcome: decision.outcome,
          comment: decision.comment,
          eventIds: decision.eventIds,
          by: systemPerson(decision.destination, decision.forWhom),
          place: decision.destination,
          clickedAtMs: atMs,
          overrides: decision.overrides,
        },
        channelId: null,
        found,
      }),
  };
}
export type TakeVerdict = ReturnType<typeof createTakeVerdict>;

const aboutCase = ({ domain, caseId, episode }: SystemDecision) =>
  ({ v: VERDICT_MESSAGE_VERSION, domain, caseId, episode, reply: null }) as const;
