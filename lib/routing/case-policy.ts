import type { CasePolicy } from '../case/standing.ts';
import { chatDestinations } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { createStepsOf, type EscalatingRoutes } from './escalation-steps.ts';

/** Where nobody may decide, nobody can claim a case. */
const HOLDS_NOTHING = { critical: 0, high: 0, medium: 0, low: 0 };

/** What the configuration says about escalations and claims. */
export function createCasePolicy(
  config: Pick<BridgeConfig, 'verdicts' | 'destinations'> & { readonly routes: EscalatingRoutes },
): CasePolicy {
  const chats = chatDestinations(config);
  const { claims = HOLDS_NOTHING } = config.verdicts ?? {};
  return {
    stepsOf: createStepsOf(config),
    claimHoldsMs: (severity) => claims[severity ?? 'low'],
    isChat: (destination) => chats.has(destination),
  };
}
