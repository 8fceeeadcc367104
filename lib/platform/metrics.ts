import type { Clock } from './clock.ts';

export const METRIC_NAMESPACE = 'PostureBridge';

export type Unit = 'Count' | 'Milliseconds' | 'Seconds';

/** Figures about one thing at one time, as CloudWatch reads them out of a log line (embedded metric format). */
export type Metrics = (
  dimensions: Readonly<Record<string, string>>,
  values: Readonly<Record<string, readonly [number, Unit]>>,
) => void;

export const createMetrics =
  (clock: Clock, write: (line: string) => void = (line) => process.stdout.write(`${line}\n`)): Metrics =>
  (dimensions, values) => {
    const metrics = Object.entries(values).map(([Name, [, Unit]]) => ({ Name, Unit }));
    const directive = {
      Namespace: METRIC_NAMESPACE,
      Dimensions: [Object.keys(dimensions)],
      Metrics: metrics,
    };
    const figures = Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));
    write(
      JSON.stringify({
        _aws: { Timestamp: clock.now(), CloudWatchMetrics: [directive] },
        ...dimensions,
        ...figures,
      }),
    );
  };
