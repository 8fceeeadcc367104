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

/** Every metric that functions wrote into their lines (embedded metric format), by namespace, name and dimensions. */
export function createEmittedMetrics() {
  const seen = new Set<string>();
  return {
    has: (metric: MetricKey) => seen.has(keyOf(metric)),
    /** One text for each. */
    names: (): readonly string[] => [...seen],
    /** What a filter of a log has counted. */
    add: (metric: MetricKey) => void seen.add(keyOf(metric)),
    read(line: string): void {
      if (!line.startsWith('{') || !line.includes('"_aws"')) return;
      const parsed = Embedded.safeParse(parseJson(line));
      if (!parsed.success) return;
      const { _aws, ...values } = parsed.data;
      for (const { Namespace: namespace, Dimensions, Metrics } of _aws.CloudWatchMetrics) {
        for (const names of Dimensions) {
          const dimensions = Object.fromEntries(names.map((name) => [name, String(values[name])]));
          for (const { Name: name } of Metrics) {
            if (typeof values[name] === 'number' || Array.isArray(values[name])) {
              seen.add(keyOf({ namespace, name, dimensions }));
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
