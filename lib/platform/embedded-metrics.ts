import type { Clock } from './clock.ts';
import { jsonLine } from './terminal.ts';

export type Unit = 'Count' | 'Milliseconds' | 'Seconds';

export interface EmbeddedMetrics {
  readonly namespace: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Unit>>;
  /** Any of those that have a unit. */
  readonly values: Readonly<Partial<Record<string, number>>>;
}

/** Names of a configuration. Anything else came from outside, and each other text would be a metric that is paid for. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;
const NO_NAME = 'no-name';

/** A log line out of which CloudWatch reads metrics (embedded metric format). */
export function embedMetrics(
  { namespace, dimensions, units, values }: EmbeddedMetrics,
  clock: Clock,
): string {
  const directive = {
    Namespace: namespace,
    Dimensions: [Object.keys(dimensions)],
    Metrics: Object.keys(values).map((Name) => ({ Name, Unit: units[Name] })),
  };
  return jsonLine({
    _aws: { Timestamp: clock.now(), CloudWatchMetrics: [directive] },
    ...Object.fromEntries(
      Object.entries(dimensions).map(([key, value]) => [key, NAME.test(value) ? value : NO_NAME]),
    ),
    ...values,
  });
}
