import { type OutcomeRules, outcomesWithoutRules } from '../chat/outcome-choices.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';

/** What the configuration says about Teams, by what one has in hand. */
export function teamsPlaces({ destinations, verdicts }: Pick<BridgeConfig, 'destinations' | 'verdicts'>) {
  const rules: OutcomeRules = verdicts ?? outcomesWithoutRules;
  const placeOf = (destination: string) => {
    const place = destinations[destination];
    return place?.type === 'teams' ? place : null;
  };
  return {
    rules,
    /** The channel of a destination; null for one without a bot in it, or not any more. */
    channelOf: (destination: string): string | null => placeOf(destination)?.channel ?? null,
    /** The name of the secret address of a destination that only has a Workflow. */
    workflowOf: (destination: string): string | null => placeOf(destination)?.workflowUrl ?? null,
  };
}
