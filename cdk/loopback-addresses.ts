import { CHATS } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';

/** Where a configuration names this machine itself, as the example does. Nothing in AWS could reach it. */
export function loopbackAddresses(config: BridgeConfig): string[] {
  const { domains, destinations } = config;
  return [
    ...Object.entries(domains).map(([name, { baseUrl }]) => [`domains.${name}.baseUrl`, baseUrl] as const),
    ...Object.entries(destinations).flatMap(([name, destination]) =>
      destination.type === 'webhook'
        ? [[`destinations.${name}.url`, destination.local ? 'http:' : destination.url] as const]
        : [],
    ),
    ...CHATS.flatMap((chat) => {
      const { apiUrl } = config[chat] ?? {};
      return apiUrl === undefined ? [] : [[`${chat}.apiUrl`, apiUrl] as const];
    }),
  ]
    .filter(([, address]) => address.startsWith('http:'))
    .map(([path]) => path);
}
