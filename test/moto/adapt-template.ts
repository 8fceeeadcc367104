/** What moto does otherwise than CloudFormation, and how a template is changed for it. Each is a difference of moto's, not of ours. */

type Resource = { Type: string; Properties?: Record<string, unknown>; DependsOn?: unknown };
export interface CfnTemplate {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
  Parameters?: unknown;
  Rules?: unknown;
}

export interface Adapted {
  readonly template: CfnTemplate;
  /** What was changed, in sentences. */
  readonly changes: readonly string[];
}

/** Types that moto's CloudFormation does not create. What refers to one of them gets a made-up ARN or name instead. */
const NOT_CREATED = [
  'AWS::Scheduler::ScheduleGroup',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Logs::MetricFilter',
];

export function adaptForMoto({ Resources, Outputs = {}, ...rest }: CfnTemplate): Adapted {
  const gone = new Map(
    Object.entries(Resources).flatMap(([id, { Type }]) =>
      NOT_CREATED.includes(Type) ? [[id, Type] as const] : [],
    ),
  );
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (value === null || typeof value !== 'object') return value;
    const { Ref, 'Fn::GetAtt': getAtt } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
    if (Ref !== undefined && gone.has(Ref)) return Ref;
    if (getAtt && gone.has(getAtt[0])) return `arn:aws:made:eu-west-1:123456789012:${getAtt[0]}/${getAtt[1]}`;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one)]));
  };
  const kept = Object.entries(Resources).filter(([id]) => !gone.has(id));
  let named = 0;
  const resources = kept.map(([id, resource]) => {
    const { DependsOn, ...one } = replaced(resource) as Resource;
    const waits = [DependsOn ?? []].flat().filter((other) => !gone.has(String(other)));
    const isFifo = one.Type === 'AWS::SQS::Queue' && one.Properties?.FifoQueue === true;
    if (isFifo) named++;
    return [
      id,
      {
        ...one,
        ...(waits.length > 0 && { DependsOn: waits }),
        ...(isFifo && { Properties: { ...one.Properties, QueueName: `${id}.fifo` } }),
      },
    ] as const;
  });
  const types = [...new Set(gone.values())].toSorted();
  return {
    template: {
      ...rest,
      Resources: Object.fromEntries(resources),
      Outputs: replaced(Outputs) as typeof Outputs,
    },
    changes: [
      ...types.map((type) => `${type} is left out: moto's CloudFormation does not create it`),
      ...(named > 0 ? [`${named} FIFO queues got names: moto makes up names without .fifo`] : []),
    ],
  };
}
