import { type Change, plain, propertiesOf, type RawResource, without } from './raw-template.ts';
import type { Stage } from './stage.ts';

/** A connection between two parts of the stack. */
export interface Wiring {
  readonly kind: 'variable' | 'event source mapping' | 'route' | 'schedule' | 'dead-letter queue';
  readonly logicalId: string;
  readonly name: string;
  /** The name of an environment variable. */
  readonly variable?: string;
  readonly remove: Change;
}

type Find = (logicalId: string, properties: Record<string, unknown>) => Wiring[];

const whole =
  (kind: Wiring['kind']): Find =>
  (logicalId) => [{ kind, logicalId, name: `${kind} ${plain(logicalId)}`, remove: without(logicalId) }];

/** A property that says where undeliverable things go. `inside` leads to the part that has it. */
const deadLetters =
  (property: string, inside = (properties: Record<string, unknown>) => properties): Find =>
  (logicalId, properties) =>
    inside(properties)?.[property] === undefined
      ? []
      : [
          {
            kind: 'dead-letter queue',
            logicalId,
            name: `dead-letter queue of ${plain(logicalId)}`,
            remove: (template) => {
              delete inside(propertiesOf(template, logicalId))[property];
            },
          },
        ];

const variables: Find = (logicalId, properties) =>
  Object.keys(variablesOf(properties)).map((variable) => ({
    kind: 'variable',
    logicalId,
    variable,
    name: `variable ${variable} of ${plain(logicalId)}`,
    remove: (template) => {
      delete variablesOf(propertiesOf(template, logicalId))[variable];
    },
  }));

const FIND: Readonly<Record<string, readonly Find[]>> = {
  'AWS::Lambda::Function': [variables, deadLetters('DeadLetterConfig')],
  'AWS::Lambda::EventInvokeConfig': [deadLetters('DestinationConfig')],
  'AWS::Lambda::EventSourceMapping': [whole('event source mapping')],
  // The one that lets nobody in connects nothing.
  'AWS::ApiGatewayV2::Route': [
    (logicalId, properties) =>
      properties.AuthorizationType === 'AWS_IAM' ? [] : whole('route')(logicalId, properties),
  ],
  'AWS::SQS::Queue': [deadLetters('RedrivePolicy')],
  'AWS::Scheduler::Schedule': [
    whole('schedule'),
    deadLetters('DeadLetterConfig', ({ Target }) => Target as Record<string, unknown>),
  ],
};

/** Everything that connects the parts of the stack, as far as it can be taken away alone. */
export const wiringsIn = ({ template }: Stage): Wiring[] =>
  Object.entries(template.Resources).flatMap(
    ([logicalId, { Type, Properties = {} }]: [string, RawResource]) =>
      (FIND[Type] ?? []).flatMap((find) => find(logicalId, Properties)),
  );

const variablesOf = ({ Environment }: Record<string, unknown>): Record<string, unknown> =>
  (Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables ?? {};
