import { isCanary } from '../../config/canary.ts';
import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict-schema.ts';
import { isCanaryPerson } from '../../verdict/canary-person.ts';
import type { VerdictRules } from '../../verdict/decision-types.ts';
import type { VerdictHandlerOptions } from '../../verdict/verdict-handler.ts';
import type { VerdictMessage } from '../../verdict/verdict-message.ts';
import type { VerdictPlatform } from '../../verdict/verdict-platform.ts';

/** Decided at once, whatever the configuration asks of analysts. */
const RULES: VerdictRules = {
  undoSeconds: 0,
  outcomes: Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, { comment: 'optional', confirm: false, approval: false }]),
  ) as Record<Outcome, { comment: 'optional'; confirm: false; approval: false }>,
};

/** Stands in for the platform: it has no client, so nothing can be sent. */
const NOTHING_IS_SENT: VerdictPlatform = {
  submitVerdict: async (caseId) => ({ status: 'recorded', result: { case_id: caseId, resolved: true } }),
  closedAtMs: async () => null,
};

/**
 * The verdict function decides canaries with the handler, the row, the queue and the channels of real decisions, but with no
 * platform, trail, metric, webhook or escalation.
 */
export const forCanaries = (
  options: VerdictHandlerOptions,
  surfaces: VerdictHandlerOptions['surfaces'],
): VerdictHandlerOptions => ({
  ...options,
  ledger: { ...options.ledger, copyTrail: async () => [] },
  platformOf: async () => NOTHING_IS_SENT,
  surfaces,
  rules: RULES,
  people: {},
  whyDenied: async (message) =>
    message.kind === 'decide' && isCanaryPerson(message.request.by) ? null : 'nobody decides a canary',
  metrics: () => undefined,
  onRecorded: undefined,
  escalation: undefined,
});

export const isAboutCanary = ({ domain }: Pick<VerdictMessage, 'domain'>): boolean => isCanary(domain);
