import { isCanary } from '../../config/canary.ts';
import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict-schema.ts';
import { isCanaryPerson } from '../../verdict/canary-person.ts';
import type { VerdictRules } from '../../verdict/decision-types.ts';
import type { VerdictHandlerOptions } from '../../verdict/verdict-handler.ts';
import type { VerdictMessage } from '../../verdict/verdict-message.ts';
import type { VerdictPlatform } from '../../verdict/verdict-platform.ts';

/** Decided at once, whatever the configuration wants of analysts. */
const RULES: VerdictRules = {
  undoSeconds: 0,
  outcomes: Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, { comment: 'optional', confirm: false, approval: false }]),
  ) as Record<Outcome, { comment: 'optional'; confirm: false; approval: false }>,
};

/** The end of the way. It has no client, so nothing can be sent. */
const NOTHING_IS_SENT: VerdictPlatform = {
  submitVerdict: async (caseId) => ({ status: 'recorded', result: { case_id: caseId, resolved: true } }),
  closedAtMs: async () => null,
};

/**
 * What the verdict function decides canaries with: the handler, the row, the queue and the channels of real decisions. No
 * platform, no trail, no count, no webhook and nobody who waits.
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
