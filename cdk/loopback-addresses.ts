import type { BridgeConfig } from '../lib/config/define-bridge.ts';

/** Where a configuration names this very machine, as the example does. Nothing in AWS could reach it. */
export function loopbackAddresses({ domains, destinations, slack, teams }: BridgeConfig): string[] {
  return [
    ...Object.entries(domains).map(([name, { baseUrl }]) => [`domains.${name}.baseUrl`, baseUrl] as const),
    ...Object.entries(destinations).flatMap(([name, destination]) =>
      destination.type === 'webhook' ? [[`destinations.${name}.url`, destination.url] as const] : [],
    ),
    ...(slack?.apiUrl === undefined ? [] : [['slack.apiUrl', slack.apiUrl] as const]),
    ...(teams?.apiUrl === undefined ? [] : [['teams.apiUrl', teams.apiUrl] as const]),
  ]
    .filter(([, address]) => address.startsWith('http:'))
    .map(([path]) => path);
}
