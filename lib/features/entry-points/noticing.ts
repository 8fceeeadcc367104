import type { Metrics } from '../../config/metrics.ts';

/** The metrics of a function, and whoever reads along. */
export interface Noticing {
  readonly metrics: Metrics;
  /** Lambda lets nothing happen once a function has answered. */
  readonly settled: () => Promise<void>;
}
