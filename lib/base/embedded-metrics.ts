import type { Clock } from './clock.ts';
import { jsonLine } from './terminal.ts';

export type Unit = 'Count' | 'Milliseconds' | 'Seconds';

export interface EmbeddedMetrics {
  readonly namespace: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Unit>>;
  /** Any of the metrics that have a unit. */
  readonly values: Readonly<Partial<Record<string, number>>>;
}

/** Names from a configuration. Anything else came from outside, and each new text would be another metric to pay for. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;
const NO_NAME = 'no-name';

/** A log line from which CloudWatch reads metrics (embedded metric format). */
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
