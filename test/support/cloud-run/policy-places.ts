import type { Json } from '../../../local/cloud/json.ts';

/** To a role; to whoever may be a role; by what is written on the resource itself. */
export type GrantKind = 'role' | 'trust' | 'resource';

export interface Statement {
  readonly Effect: string;
  readonly Action?: Json;
  readonly Resource?: Json;
  readonly Condition?: Json;
}
export interface Place {
  readonly kind: GrantKind;
  readonly document: { Statement: Statement[] };
}
export type Properties = Readonly<Record<string, unknown>>;

const only =
  (kind: Place['kind']) =>
  ({ PolicyDocument }: Properties): Place[] => [{ kind, document: PolicyDocument as Place['document'] }];

/** Where the types of a template keep their policies. */
export const PLACES: Readonly<Record<string, (properties: Properties) => Place[]>> = {
  'AWS::IAM::Role': ({ AssumeRolePolicyDocument, Policies = [] }) => [
    { kind: 'trust', document: AssumeRolePolicyDocument as Place['document'] },
    ...(Policies as Properties[]).flatMap(only('role')),
  ],
  'AWS::IAM::Policy': only('role'),
  'AWS::SQS::QueuePolicy': only('resource'),
  'AWS::S3::BucketPolicy': only('resource'),
  'AWS::SNS::TopicPolicy': only('resource'),
};
