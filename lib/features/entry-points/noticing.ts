import type { Metrics } from '../../config/metrics.ts';

/** The metrics of a function, with a feature that listens to them. */
export interface Noticing {
  readonly metrics: Metrics;
  /** Resolves when nothing is left to write: Lambda stops a function once it has answered. */
  readonly settled: () => Promise<void>;
}
