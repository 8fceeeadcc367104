import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything, listOf, type Synthesized, synthesize, written } from './synthesized.ts';

let stack: Synthesized;
beforeAll(async () => {
  stack = await synthesize(everything);
}, 120_000);
afterAll(() => stack.remove());

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | string[];
  readonly Resource?: unknown;
  readonly Principal?: unknown;
  readonly Condition?: unknown;
}

interface Document {
  readonly Statement: Statement[];
}

const inlineOf = (properties: Record<string, unknown>): Statement[] =>
  ((properties.Policies ?? []) as { PolicyDocument: Document }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );

const statementsIn = (type: string): Statement[] =>
  stack.all(type).flatMap(([, { Properties }]) => (Properties.PolicyDocument as Document).Statement);

/** What each role may do, as lines of `action resource`. */
function allowed(role: string): string[] {
  const attached = stack
    .all('AWS::IAM::Policy')
    .filter(([, { Properties }]) => (Properties.Roles as unknown[]).map(written).includes(`<${role}>`))
    .flatMap(([, { Properties }]) => (Properties.PolicyDocument as Document).Statement);
  return [...attached, ...inlineOf(stack.template.Resources[role]?.Properties ?? {})]
    .flatMap(({ Action, Resource }) =>
      listOf(Action).flatMap((action) => listOf(Resource).map((one) => `${action} ${plain(written(one))}`)),
    )
    .toSorted();
}

/** Without the hashes that CDK puts behind names. */
const plain = (text: string): string => text.replace(/<(\w+?)[0-9A-F]{8}(\.\w+)?>/g, '<$1$2>');

const roleOf = (name: string): string => {
  const [role] = stack.all('AWS::IAM::Role').find(([id]) => id.startsWith(name)) ?? [];
  if (role === undefined) throw new Error(`there is no role ${name}`);
  return role;
};

/** Allowed wildcards, each with its reason. There are none. */
const WILDCARDS: Readonly<Record<string, string>> = {};

describe('what is allowed', () => {
  it('has no wildcard without a reason, in no action and in no resource', () => {
    const roles = stack.all('AWS::IAM::Role');
    const statements = [
      ...statementsIn('AWS::IAM::Policy'),
      ...statementsIn('AWS::SQS::QueuePolicy'),
      ...statementsIn('AWS::SNS::TopicPolicy'),
      ...roles.flatMap(([, { Properties }]) => inlineOf(Properties)),
    ].filter(({ Effect }) => Effect === 'Allow');
    expect(statements.length).toBeGreaterThan(5);
    const wild = statements
      .flatMap(({ Action, Resource }) => [...listOf(Action), ...listOf(Resource).map(written)])
      .filter((text) => text.includes('*') && !(text in WILDCARDS));
    expect(wild).toEqual([]);
  });

  it('is the same for nobody: every function has a role of its own', () => {
    const roles = stack.all('AWS::Lambda::Function').map(([, { Properties }]) => written(Properties.Role));
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('comes from no managed policy', () => {
    for (const [name, { Properties }] of stack.all('AWS::IAM::Role')) {
      expect(Properties.ManagedPolicyArns, name).toBeUndefined();
    }
    expect(stack.all('AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  it('is there before the function that needs it', () => {
    for (const [name, { DependsOn = [], Properties }] of stack.all('AWS::Lambda::Function')) {
      const role = written(Properties.Role).replace(/^<|\.Arn>$/g, '');
      const policies = stack
        .all('AWS::IAM::Policy')
        .filter(([, policy]) => (policy.Properties.Roles as unknown[]).map(written).includes(`<${role}>`));
      expect(DependsOn, name).toEqual(expect.arrayContaining(policies.map(([id]) => id)));
    }
  });

  it('lets the poller do exactly this', () => {
    const parameter = 'arn:<AWS::Partition>:ssm:<AWS::Region>:<AWS::AccountId>:parameter/posture-bridge';
    expect(allowed(roleOf('BridgePollerPollRole'))).toEqual(
      [
        'dynamodb:BatchGetItem <BridgeLedgerTable.Arn>',
        'dynamodb:BatchWriteItem <BridgeLedgerTable.Arn>',
        'dynamodb:GetItem <BridgeLedgerTable.Arn>',
        'dynamodb:Query <BridgeLedgerTable.Arn>/index/unfinished',
        'dynamodb:UpdateItem <BridgeLedgerTable.Arn>',
        'logs:CreateLogStream <BridgePollerPollLogs.Arn>',
        'logs:PutLogEvents <BridgePollerPollLogs.Arn>',
        'sqs:SendMessage <BridgeDeliveriesSlackQueue.Arn>',
        'sqs:SendMessage <BridgeDeliveriesTeamsQueue.Arn>',
        'sqs:SendMessage <BridgeDeliveriesWebhookQueue.Arn>',
        'sqs:SendMessage arn:aws:sqs:eu-west-1:123456789012:lake',
        `ssm:GetParameter ${parameter}/acme/api-key`,
        `ssm:GetParameter ${parameter}/zeta/api-key`,
      ].toSorted(),
    );
  });

  it('lets the schedules start the poller, and nothing else', () => {
    expect(allowed(roleOf('BridgePollerScheduleRole'))).toEqual([
      'lambda:InvokeFunction <BridgePollerPollFunction.Arn>',
      'sqs:SendMessage <BridgePollerDeadLetters.Arn>',
    ]);
  });

  it('lets a service take a role only for this account', () => {
    const services = stack
      .all('AWS::IAM::Role')
      .flatMap(([, { Properties }]) => (Properties.AssumeRolePolicyDocument as Document).Statement)
      .map(({ Principal, Condition }) => ({
        service: (Principal as { Service: string }).Service,
        when: Condition,
      }));
    // Lambda hands a role only to a function that was made with `iam:PassRole`, in the same account.
    for (const { service, when } of services.filter(({ service }) => service !== 'lambda.amazonaws.com')) {
      expect(when, service).toMatchObject({
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' }, 'aws:SourceArn': expect.anything() },
      });
    }
  });
});
