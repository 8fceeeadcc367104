import type { BridgeConfig } from '../../config/define-bridge.ts';
import { renderRules } from '../shared/outcome-choices.ts';
import { workflowChannel } from './destinations-chat.ts';

/** What the configuration says about Teams: lookups by destination. */
export function teamsConfig(config: BridgeConfig) {
  const { destinations, domains, teams } = config;
  const placeOf = (destination: string) => {
    const place = destinations[destination];
    return place?.type === 'teams' ? place : null;
  };
  const isWorkflow = (destination: string): boolean => placeOf(destination)?.workflowUrl !== undefined;
  return {
    /** The bot; undefined where no channel has it. */
    app: teams,
    rules: renderRules(config),
    isWorkflow,
    /** The channel of a destination, or what stands for it; null for one that is not in Teams, or not any more. */
    channelOf(destination: string): string | null {
      const place = placeOf(destination);
      if (place?.workflowUrl !== undefined) return workflowChannel(place.workflowUrl);
      return place?.channel ?? null;
    },
    /** Where people can go on that are only told: the platform itself. */
    linkOf: (domain: string): string | null => domains[domain]?.consoleUrl ?? null,
  };
}
