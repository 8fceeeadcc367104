import type { MetricKey } from './emitted-metrics.ts';
import { fits } from './glob.ts';
import type { KnownResource } from './template.ts';
import { TemplateError } from './template-error.ts';

export interface MetricFilter {
  /** The metrics that a log line counts for; empty if none. */
  read(line: Readonly<Record<string, string>>): readonly { metric: MetricKey; value: number }[];
}

/** `{ $.status = "429" && $.routeKey != "POST /x" }`: the only form of pattern that is understood here. */
const TERM = /^\$\.(\w+)\s*(=|!=)\s*"([^"]*)"$/;

export function readMetricFilter({
  logicalId,
  properties,
}: KnownResource<'AWS::Logs::MetricFilter'>): MetricFilter {
  const { FilterPattern, MetricTransformations } = properties;
  const stop = (sentence: string): never => {
    throw new TemplateError(logicalId, sentence);
  };
  const inside =
    /^\{\s*(.*?)\s*\}$/.exec(FilterPattern)?.[1] ??
    stop(`its pattern ${FilterPattern} is not understood here`);
  const terms = inside.split(/\s*&&\s*/).map((text) => {
    const [, field = '', operator, value = ''] =
      TERM.exec(text) ?? stop(`its pattern ${FilterPattern} has ${text}, which is not understood here`);
    return (line: Readonly<Record<string, string>>) =>
      line[field] !== undefined && fits(value, line[field]) === (operator === '=');
  });
  return {
    read(line) {
      if (!terms.every((holds) => holds(line))) return [];
      return MetricTransformations.map(({ MetricNamespace, MetricName, MetricValue, Dimensions = [] }) => ({
        metric: {
          namespace: MetricNamespace,
          name: MetricName,
          dimensions: Object.fromEntries(
            Dimensions.map(({ Key, Value }) => [Key, line[Value.replace(/^\$\./, '')] ?? '']),
          ),
        },
        value: Number(MetricValue),
      }));
    },
  };
}
