import type { BridgeConfig } from '../../config/define-bridge.ts';
import { renderRules } from '../document/outcome-choices.ts';
import { cloudOf } from './clouds.ts';

/** What the configuration says about Slack: lookups by destination or by channel. */
export function slackConfig(config: BridgeConfig) {
  const { destinations, slack } = config;
  const channels = Object.entries(destinations).flatMap(([name, destination]) =>
    destination.type === 'slack' ? [{ name, ...destination }] : [],
  );
  return {
    /** The Slack app; only a configuration without a Slack destination has none. */
    app: slack ?? NO_APP,
    rules: renderRules(config),
    /** The channel of a destination; null for one that is not in Slack, or not any more. */
    channelOf: (destination: string): string | null =>
      channels.find(({ name }) => name === destination)?.channel ?? null,
    /** For a channel that is no longer configured, the token of the app: the notifier keeps its messages up to date. */
    tokenNameOf: (channel: string): string | null =>
      channels.find((known) => known.channel === channel)?.token ?? slack?.botToken ?? null,
    cloud: cloudOf(slack ?? NO_APP),
  };
}

const NO_APP: NonNullable<BridgeConfig['slack']> = { signingSecret: '', botToken: '', cloud: 'public' };
