import type { Clock } from './clock.ts';

export type Unit = 'Count' | 'Milliseconds' | 'Seconds';

export interface EmbeddedMetrics {
  readonly namespace: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, Unit>>;
  /** Any of those that have a unit. */
  readonly values: Readonly<Partial<Record<string, number>>>;
}

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
  return JSON.stringify({
    _aws: { Timestamp: clock.now(), CloudWatchMetrics: [directive] },
    ...dimensions,
    ...values,
  });
}
