import type { BridgeConfig } from '../lib/config/define-bridge.ts';

/** Up to this many domains, each has its own schedule, and alarms and charts for each feed. */
const FEW = 20;
/** Polling is mostly waiting for answers: ten domains in parallel take hardly longer than one. */
export const DOMAINS_PER_RUN = 10;

/** In a fixed order. */
export const domainsOf = ({ domains }: Pick<BridgeConfig, 'domains'>): string[] =>
  Object.keys(domains).toSorted();

/** With a resource for each domain and purpose, 80 domains would be too many for one CloudFormation stack. */
export const areMany = (config: Pick<BridgeConfig, 'domains'>): boolean => domainsOf(config).length > FEW;

/** The domains that one run of the poll function polls. */
export const runsOf = (config: Pick<BridgeConfig, 'domains'>): string[][] =>
  inGroups(domainsOf(config), areMany(config) ? DOMAINS_PER_RUN : 1);

export function inGroups<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, group) => all.slice(group * size, (group + 1) * size));
}

/** In words, because a list of ten names can exceed the description of an alarm. */
export const rangeOf = (domains: readonly string[]): string =>
  domains.length === 1
    ? `${domains[0]}`
    : `one of the ${domains.length} domains from ${domains[0]} to ${domains.at(-1)}`;
