import type { BridgeConfig } from './define-bridge.ts';

/** The most runs of one chat's notifier at once. A destination is a message group of its queue: it takes one at a time. */
export const NOTIFIERS_AT_ONCE = 20;

const [LEAST_VERDICTS, MOST_VERDICTS] = [5, 50];

/** The most verdicts that are recorded at once: two for each domain, so that one whose API hangs leaves room to the others. */
export const verdictsAtOnce = ({ domains }: Pick<BridgeConfig, 'domains'>): number =>
  Math.min(MOST_VERDICTS, Math.max(LEAST_VERDICTS, 2 * Object.keys(domains).length));

/** About how many functions a bridge runs at once in a burst of cases: pollers, notifiers, verdicts, a click and the reconciler. */
export const mostAtOnce = (config: Pick<BridgeConfig, 'domains' | 'destinations'>): number =>
  Object.keys(config.domains).length +
  Math.min(NOTIFIERS_AT_ONCE, Object.keys(config.destinations).length) +
  verdictsAtOnce(config) +
  2;
