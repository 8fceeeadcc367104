import * as z from 'zod';
import type { EmittedMetrics, MetricKey } from './emitted-metrics.ts';
import type { Identity } from './resource-types.ts';
import type { StackTemplate } from './template.ts';

const Dimensions = z.optional(z.array(z.object({ Name: z.string(), Value: z.string() })));
const Alarm = z.object({
  AlarmName: z.optional(z.string()),
  Namespace: z.optional(z.string()),
  MetricName: z.optional(z.string()),
  Dimensions,
  Metrics: z.optional(
    z.array(
      z.object({
        Id: z.string(),
        Expression: z.optional(z.string()),
        MetricStat: z.optional(
          z.object({ Metric: z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions }) }),
        ),
      }),
    ),
  ),
});

export interface AlarmProblem {
  readonly logicalId: string;
  readonly sentence: string;
}

const listed = (text: string): readonly string[] => text.split(' ');

/** What AWS itself measures: by namespace, the type of resource, and the dimension that names one of them. */
const MEASURED = {
  'AWS/Lambda': {
    type: 'AWS::Lambda::Function',
    dimension: 'FunctionName',
    metrics: listed(
      'Errors Throttles Invocations Duration ConcurrentExecutions AsyncEventsDropped DeadLetterErrors',
    ),
    nameOf: ({ ref }: Identity) => ref,
  },
  'AWS/SQS': {
    type: 'AWS::SQS::Queue',
    dimension: 'QueueName',
    metrics: [
      'ApproximateNumberOfMessagesVisible',
      'ApproximateNumberOfMessagesNotVisible',
      'ApproximateAgeOfOldestMessage',
      'NumberOfMessagesSent',
      'NumberOfMessagesReceived',
      'NumberOfMessagesDeleted',
    ],
    nameOf: ({ attributes }: Identity) => attributes.QueueName,
  },
  'AWS/ApiGateway': {
    type: 'AWS::ApiGatewayV2::Api',
    dimension: 'ApiId',
    metrics: listed('5xx 4xx Count Latency IntegrationLatency'),
    nameOf: ({ ref }: Identity) => ref,
  },
} as const;
const isMeasured = (namespace: string): namespace is keyof typeof MEASURED => namespace in MEASURED;

/**
 * Alarms that could never go off for their purpose: on a metric that no function has emitted so far with these
 * dimensions, or on an AWS resource that the stack does not have. Also reports unknown namespaces of AWS.
 */
export function checkAlarms(template: StackTemplate, emitted: EmittedMetrics): AlarmProblem[] {
  return template.resources
    .filter(({ type }) => type === 'AWS::CloudWatch::Alarm')
    .flatMap(({ logicalId, properties }) => {
      const alarm = Alarm.safeParse(properties);
      if (!alarm.success) return [{ logicalId, sentence: 'its metrics are not understood here' }];
      const sentences = [
        ...expressionProblems(alarm.data),
        ...metricsOf(alarm.data).map((one) => judge(one, template, emitted)),
      ];
      return sentences.flatMap((sentence) => (sentence ? [{ logicalId, sentence }] : []));
    });
}

function metricsOf(alarm: z.infer<typeof Alarm>): MetricKey[] {
  const stats = (alarm.Metrics ?? []).flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
  const own =
    alarm.Namespace && alarm.MetricName
      ? [{ Namespace: alarm.Namespace, MetricName: alarm.MetricName, Dimensions: alarm.Dimensions }]
      : [];
  return [...own, ...stats].map(({ Namespace, MetricName, Dimensions: list = [] }) => ({
    namespace: Namespace,
    name: MetricName,
    dimensions: Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])),
  }));
}

/** Words of metric math; anything else in an expression must be the id of one of its metrics. */
const FUNCTION_OR_NUMBER = /^[A-Z_]+$|^\d/;

function expressionProblems({ Metrics = [] }: z.infer<typeof Alarm>): string[] {
  const ids = new Set(Metrics.map(({ Id }) => Id));
  return Metrics.flatMap(({ Expression = '' }) => {
    const words = Expression.replace(/'[^']*'|"[^"]*"/g, '').match(/[A-Za-z_]\w*|\d+/g) ?? [];
    const unknown = words.filter((word) => !FUNCTION_OR_NUMBER.test(word) && !ids.has(word));
    return unknown.map((word) => `its expression ${Expression} names ${word}, which is none of its metrics`);
  });
}

function judge(metric: MetricKey, template: StackTemplate, emitted: EmittedMetrics): string | undefined {
  const { namespace, name, dimensions } = metric;
  const said = `${namespace} ${name} ${JSON.stringify(dimensions)}`;
  if (!namespace.startsWith('AWS/')) {
    return emitted.has(metric) ? undefined : `no function has emitted ${said}`;
  }
  if (!isMeasured(namespace)) return `${said} is not known here`;
  const { type, dimension, metrics, nameOf } = MEASURED[namespace];
  if (!metrics.some((one) => one === name)) return `${said} is not known here`;
  const names = template.of(type).map(({ identity }) => nameOf(identity));
  const { [dimension]: named, ...others } = dimensions;
  const fits = named !== undefined && names.includes(named) && Object.keys(others).length === 0;
  return fits ? undefined : `${said} is not a resource of the stack`;
}
