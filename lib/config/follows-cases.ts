import { isChat } from './chats.ts';
import { mayReceive } from './dead-routes.ts';
import type { BridgeConfig } from './define-bridge.ts';
import { isWebhook } from './webhooks.ts';

/** Whether some place shows or hears of cases of a domain, so that it matters what becomes of them. */
export const followsCases = (config: BridgeConfig, domain: string): boolean =>
  Object.entries(config.destinations).some(
    ([name, destination]) =>
      (isChat(destination.type) || isWebhook(destination)) &&
      mayReceive(config, { domain, feed: 'cases' }, name),
  );
