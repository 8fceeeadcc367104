import { platformAddress } from '../../config/console-links.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { renderRules } from '../document/outcome-choices.ts';
import { workflowChannel } from './destinations-chat.ts';

/** What the configuration says about Teams: lookups by destination. */
export function teamsConfig(config: BridgeConfig) {
  const { destinations, domains, teams } = config;
  const teamsDestination = (destination: string) => {
    const found = destinations[destination];
    return found?.type === 'teams' ? found : null;
  };
  const isWorkflow = (destination: string): boolean =>
    teamsDestination(destination)?.workflowUrl !== undefined;
  return {
    /** The bot; undefined where no channel has it. */
    app: teams,
    rules: renderRules(config),
    isWorkflow,
    /** The channel of a destination, or what stands for it; null for one that is not in Teams, or not any more. */
    channelOf(destination: string): string | null {
      const found = teamsDestination(destination);
      if (found?.workflowUrl !== undefined) return workflowChannel(found.workflowUrl);
      return found?.channel ?? null;
    },
    /** Those that the bot is in, and what each is for. */
    channels: [
      ...new Set(Object.keys(destinations).flatMap((name) => teamsDestination(name)?.channel ?? [])),
    ],
    destinationsIn: (channel: string): readonly string[] =>
      Object.keys(destinations).filter((name) => teamsDestination(name)?.channel === channel),
    /** Where people can go on that are only told: the platform itself. */
    platformOf: (domain: string): string | null => platformAddress(domains[domain]?.consoleUrl),
  };
}
