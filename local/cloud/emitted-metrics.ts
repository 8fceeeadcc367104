import * as z from 'zod';
import { parseJson } from '../stand-in-kit/fields.ts';

const Directive = z.object({
  Namespace: z.string(),
  Dimensions: z.array(z.array(z.string())),
  Metrics: z.array(z.object({ Name: z.string() })),
});
const Embedded = z.looseObject({ _aws: z.object({ CloudWatchMetrics: z.array(Directive) }) });

export interface MetricKey {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

const MOST_KEPT = 100;

/** Every metric in the functions' log lines (embedded metric format), by namespace, name and dimensions. */
export function createEmittedMetrics() {
  const seen = new Map<string, number[]>();
  const add = (metric: MetricKey, value: number) => {
    const key = keyOf(metric);
    seen.set(key, [...(seen.get(key) ?? []), value].slice(-MOST_KEPT));
  };
  return {
    has: (metric: MetricKey) => seen.has(keyOf(metric)),
    /** The latest values, oldest first. */
    valuesOf: (metric: MetricKey): readonly number[] => seen.get(keyOf(metric)) ?? [],
    /** One text for each. */
    names: (): readonly string[] => [...seen.keys()],
    /** What a metric filter has counted. */
    add,
    read(line: string): void {
      if (!line.startsWith('{') || !line.includes('"_aws"')) return;
      const parsed = Embedded.safeParse(parseJson(line));
      if (!parsed.success) return;
      const { _aws, ...values } = parsed.data;
      for (const { Namespace: namespace, Dimensions, Metrics } of _aws.CloudWatchMetrics) {
        for (const names of Dimensions) {
          const dimensions = Object.fromEntries(names.map((name) => [name, String(values[name])]));
          for (const { Name: name } of Metrics) {
            for (const value of [values[name]].flat()) {
              if (typeof value === 'number') add({ namespace, name, dimensions }, value);
            }
          }
        }
      }
    },
  };
}

export type EmittedMetrics = ReturnType<typeof createEmittedMetrics>;

const keyOf = ({ namespace, name, dimensions }: MetricKey): string =>
  JSON.stringify([
    namespace,
    name,
    Object.entries(dimensions).sort(([left], [right]) => (left < right ? -1 : 1)),
  ]);
