import type { BridgeConfig } from '../lib/config/define-bridge.ts';

/** Up to so many domains have a schedule of their own, and alarms and charts for each feed. */
const FEW = 20;
/** Polling is waiting for answers: ten domains side by side take hardly longer than one. */
export const DOMAINS_PER_RUN = 10;

/** In a fixed order. */
export const domainsOf = ({ domains }: Pick<BridgeConfig, 'domains'>): string[] =>
  Object.keys(domains).toSorted();

/** With a resource for each domain and purpose, 80 domains were more than CloudFormation takes in one stack. */
export const areMany = (config: Pick<BridgeConfig, 'domains'>): boolean => domainsOf(config).length > FEW;

/** The domains that one run of the poll function looks at. */
export const runsOf = (config: Pick<BridgeConfig, 'domains'>): string[][] =>
  inGroups(domainsOf(config), areMany(config) ? DOMAINS_PER_RUN : 1);

export function inGroups<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, group) => all.slice(group * size, (group + 1) * size));
}

/** In words, because a list of ten names can be longer than the description of an alarm. */
export const rangeOf = (domains: readonly string[]): string =>
  domains.length === 1
    ? `${domains[0]}`
    : `one of the ${domains.length} domains from ${domains[0]} to ${domains.at(-1)}`;
