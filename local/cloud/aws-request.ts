import { entriesIn } from './buses.ts';
import { readObjectRequest } from './object-request.ts';
import { type Need, type PartitionKeyOf, rowNeeds } from './row-needs.ts';
import type { Claim, SignedMessage } from './signature.ts';

export const SERVICES = [
  'dynamodb',
  'events',
  's3',
  'secretsmanager',
  'sqs',
  'ssm',
  'sns',
  'cloudformation',
  'iam',
  'lambda',
  'sts',
] as const;
export type Service = (typeof SERVICES)[number];
export const isService = (name: string): name is Service => SERVICES.some((known) => known === name);

export interface AwsRequest {
  readonly service: Service;
  /** The API's name for it: `SendMessageBatch`. */
  readonly operation: string;
  readonly needs: readonly Need[];
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a request asks for. Undefined if its service or operation is unknown here. */
export function readRequest(
  { region, service }: Pick<Claim, 'region' | 'service'>,
  { method, target, headers }: SignedMessage,
  body: Buffer,
  account: string,
  partitionKeyOf: PartitionKeyOf,
): AwsRequest | undefined {
  const arn = (rest: string, of = service) => `arn:aws:${of}:${region}:${account}:${rest}`;
  if (service === 's3') return readObjectRequest(method, target);
  if (service === 'sns') {
    const form = Object.fromEntries(new URLSearchParams(body.toString()));
    const { Action: operation = '', TopicArn: resource = '' } = form;
    if (operation !== 'Publish') return undefined;
    return { service, operation, input: form, needs: [{ action: 'sns:Publish', resource }] };
  }
  const known = FORMS[service];
  if (known !== undefined) {
    const form = Object.fromEntries(new URLSearchParams(body.toString()));
    const { Action, StackName = '', PolicySourceArn = '' } = form;
    if (Action !== known) return undefined;
    const resource = service === 'iam' ? PolicySourceArn : arn(`stack/${StackName}/*`);
    // STS tells everybody who they are.
    const needs = service === 'sts' ? [] : [{ action: `${service}:${known}`, resource }];
    return { service: service as Service, operation: known, input: form, needs };
  }
  if (service === 'lambda') {
    const [, name] = /^\/2015-03-31\/functions\/([^/?]+)\/configuration$/.exec(target) ?? [];
    if (method !== 'GET' || name === undefined) return undefined;
    const input = { FunctionName: decodeURIComponent(name) };
    const needs = [
      { action: 'lambda:GetFunctionConfiguration', resource: arn(`function:${input.FunctionName}`) },
    ];
    return { service, operation: 'GetFunctionConfiguration', input, needs };
  }
  const operation = String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');
  // The older protocol of SQS sends forms, and so do others.
  if (!isService(service) || operation === '') return undefined;
  const input = (body.length > 0 ? JSON.parse(body.toString()) : {}) as Record<string, unknown>;
  if (service === 'dynamodb') {
    const tableArn = (name: string) => (name.startsWith('arn:') ? name : arn(`table/${name}`));
    const needs = rowNeeds(operation, input, tableArn, partitionKeyOf);
    return needs && { service, operation, input, needs };
  }
  if (service === 'sqs') {
    // A batch needs no permission of its own.
    const action = operation.replace(/^(SendMessage|DeleteMessage|ChangeMessageVisibility)Batch$/, '$1');
    if (!SQS_ACTIONS.has(action)) return undefined;
    const resource = input.QueueName
      ? arn(String(input.QueueName))
      : queueArn(String(input.QueueUrl), region);
    return { service, operation, input, needs: [{ action: `sqs:${action}`, resource }] };
  }
  if (service === 'events' && (operation === 'PutEvents' || operation === 'DescribeEventBus')) {
    const named = operation === 'PutEvents' ? entriesIn(input).map((one) => one.EventBusName) : [input.Name];
    const arns = named.map((name) => busArn(String(name ?? 'default'), arn));
    const needs = [...new Set(arns)].map((resource) => ({ action: `events:${operation}`, resource }));
    return { service, operation, input, needs };
  }
  if (service === 'secretsmanager' && operation === 'GetSecretValue') {
    const action = 'secretsmanager:GetSecretValue';
    return {
      service,
      operation,
      input,
      needs: [{ action, resource: arn(secretOf(String(input.SecretId))) }],
    };
  }
  if (service === 'ssm' && (operation === 'GetParameter' || operation === 'GetParameters')) {
    const names = operation === 'GetParameter' ? [input.Name] : (input.Names as unknown[]);
    const needs = names.map((name) => ({
      action: `ssm:${operation}`,
      resource: arn(`parameter/${String(name).replace(/^\//, '')}`),
    }));
    return { service, operation, input, needs };
  }
  // It is allowed for all parameters, or for none.
  if (service === 'ssm' && operation === 'DescribeParameters')
    return { service, operation, input, needs: [{ action: 'ssm:DescribeParameters', resource: '*' }] };
  if (service === 'ssm' && operation === 'PutParameter') {
    const resource = arn(`parameter/${String(input.Name).replace(/^\//, '')}`);
    const overwrite = input.Overwrite === true;
    return { service, operation, input, needs: [{ action: 'ssm:PutParameter', resource, overwrite }] };
  }
  return undefined;
}

/** What a request that is not understood seems to ask for. */
export function operationOf({ method, target, headers }: SignedMessage, body: Buffer): string {
  const isForm = String(headers['content-type']).startsWith('application/x-www-form-urlencoded');
  const action = isForm ? new URLSearchParams(body.toString()).get('Action') : null;
  return String(headers['x-amz-target'] ?? action ?? `${method} ${target}`);
}

/** AWS appends six characters to the name. A whole ARN is not understood here. */
export const secretOf = (name: string): string => `secret:${name}-Local0`;

const busArn = (name: string, arn: (rest: string) => string): string =>
  name.startsWith('arn:') ? name : arn(`event-bus/${name}`);

/** What an operator calls to find a bridge: the only known operation of each of these services. */
const FORMS: Readonly<Record<string, string>> = {
  cloudformation: 'DescribeStacks',
  iam: 'SimulatePrincipalPolicy',
  sts: 'GetCallerIdentity',
};

const SQS_ACTIONS = new Set([
  'SendMessage',
  'ReceiveMessage',
  'DeleteMessage',
  'ChangeMessageVisibility',
  'GetQueueAttributes',
  'GetQueueUrl',
  'PurgeQueue',
]);

/** `https://sqs.eu-west-1.amazonaws.com/123456789012/lake`, or the same at the front door. */
export function queueArn(queueUrl: string, region: string): string {
  const { hostname, pathname } = URL.canParse(queueUrl)
    ? new URL(queueUrl)
    : { hostname: '', pathname: queueUrl };
  const [account = '', name = ''] = pathname.split('/').filter(Boolean).slice(-2);
  const own = /^sqs\.([a-z0-9-]+)\.amazonaws\.com$/.exec(hostname)?.[1];
  return `arn:aws:sqs:${own ?? region}:${account}:${name}`;
}
