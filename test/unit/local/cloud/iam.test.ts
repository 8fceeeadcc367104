// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of CloudFormation and IAM, not ours
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arnFits, fits } from '../../../../local/cloud/glob.ts';
import { type Call, decide } from '../../../../local/cloud/iam.ts';
import type { Json, JsonObject } from '../../../../local/cloud/json.ts';
import { LEADING_KEYS, readStatements } from '../../../../local/cloud/statements.ts';

const QUEUE = 'arn:aws:sqs:eu-west-1:000000000000:q';
const ROLE = 'arn:aws:iam::000000000000:role/r';
const call: Call = {
  caller: { kind: 'role', arn: ROLE, account: '000000000000' },
  action: 'sqs:SendMessage',
  resource: QUEUE,
  context: { 'aws:securetransport': 'true' },
};
const allow = (Action: Json, Resource: Json = QUEUE, more: JsonObject = {}): JsonObject => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
const deny = (Action: Json, more: JsonObject = {}): JsonObject => ({
  ...allow(Action, '*', more),
  Effect: 'Deny',
});
const statements = (...Statement: JsonObject[]) => readStatements({ Statement }, 'Policy');
const allows = (own: JsonObject[], theirs: JsonObject[] = [], asked: Call = call) =>
  decide(asked, statements(...own), statements(...theirs)).allowed;

describe('a decision', () => {
  it('is no without a statement', () => {
    expect(decide(call, [])).toEqual({
      allowed: false,
      because: 'no identity-based policy allows the sqs:SendMessage action',
    });
  });

  it.each<[string, JsonObject, boolean]>([
    ['the action', allow('sqs:SendMessage'), true],
    ['the action in other letters', allow('SQS:sendmessage'), true],
    ['one of many', allow(['sqs:GetQueueUrl', 'sqs:SendMessage'], ['x', QUEUE]), true],
    ['a pattern', allow('sqs:Send*', 'arn:aws:sqs:*:*:?'), true],
    ['another action', allow('sqs:SendMessageBatch'), false],
    ['another queue', allow('sqs:SendMessage', `${QUEUE}2`), false],
    ['everything but another action', { Effect: 'Allow', NotAction: 'sqs:Delete*', Resource: '*' }, true],
    ['everything but this action', { Effect: 'Allow', NotAction: 'sqs:Send*', Resource: '*' }, false],
    ['everything but this queue', { Effect: 'Allow', Action: '*', NotResource: QUEUE }, false],
  ])('on a statement for %s', (_, statement, expected) => {
    expect(allows([statement])).toBe(expected);
  });

  it('is yes by the policy of the queue alone, for the role that it names', () => {
    expect(allows([], [allow('sqs:*', '*', { Principal: { AWS: ROLE } })])).toBe(true);
    expect(allows([], [allow('sqs:*', '*', { Principal: { AWS: `${ROLE}2` } })])).toBe(false);
    expect(allows([], [allow('sqs:*', '*', { Principal: { Service: 'events.amazonaws.com' } })])).toBe(false);
  });

  it('leaves it to the role where a policy names the account', () => {
    const Principal = { AWS: 'arn:aws:iam::000000000000:root' };
    expect(allows([], [allow('sqs:*', '*', { Principal })])).toBe(false);
    expect(allows([allow('sqs:*')], [deny('sqs:*', { Principal })])).toBe(false);
  });

  it('judges conditions', () => {
    const tlsOnly = deny('sqs:*', {
      Principal: '*',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
    expect(allows([allow('sqs:*')], [tlsOnly])).toBe(true);
    const plain = { ...call, context: { 'aws:securetransport': 'false' } };
    expect(allows([allow('sqs:*')], [tlsOnly], plain)).toBe(false);
    const from = (operator: string) =>
      allow('sqs:*', '*', { Condition: { [operator]: { 'aws:SourceArn': 'arn:a:b:c:d:*' } } });
    const sent = { ...call, context: { 'aws:sourcearn': 'arn:a:b:c:d:e:f' } };
    expect(allows([from('ArnLike')], [], sent)).toBe(true);
    expect(allows([from('ArnLike')])).toBe(false);
    expect(allows([from('StringEquals')], [], sent)).toBe(false);
    expect(allows([from('StringNotEquals')], [], sent)).toBe(true);
  });

  it('on rows holds only if each of them is of a kind that is named', () => {
    const onRows = (...keys: string[]) => ({ ...call, context: { [LEADING_KEYS]: keys } });
    const condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['item#*#cases#*', 'feed#?'] } };
    const own = [allow('sqs:*', '*', { Condition: condition })];
    expect(allows(own, [], onRows('item#acme#cases#c1'))).toBe(true);
    expect(allows(own, [], onRows('item#acme#cases#c1', 'feed#1'))).toBe(true);
    expect(allows(own, [], onRows('item#acme#cases#c1', 'audit#acme'))).toBe(false);
    expect(allows(own, [], onRows('ITEM#acme#cases#c1'))).toBe(false);
    expect(allows(own, [], onRows('item#acme#threats#c1'))).toBe(false);
  });

  it('on rows lets everybody through who names none, as AWS does, unless it asks for a name', () => {
    const condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'item#*' } };
    expect(allows([allow('sqs:*', '*', { Condition: condition })])).toBe(true);
    const named = { ...condition, Null: { 'dynamodb:LeadingKeys': 'false' } };
    expect(allows([allow('sqs:*', '*', { Condition: named })])).toBe(false);
    const asked = { ...call, context: { [LEADING_KEYS]: ['item#1'] } };
    expect(allows([allow('sqs:*', '*', { Condition: named })], [], asked)).toBe(true);
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'comparison of many values',
      allow('a:b', '*', { Condition: { StringLike: { 'dynamodb:LeadingKeys': 'x' } } }),
      /may have many values/,
    ],
    [
      'operator',
      allow('a:b', '*', { Condition: { DateLessThan: { 'aws:SourceArn': 'x' } } }),
      /DateLessThan/,
    ],
    [
      'condition key',
      allow('a:b', '*', { Condition: { StringEquals: { 'aws:username': 'x' } } }),
      /aws:username/,
    ],
    ['principal', allow('a:b', '*', { Principal: { Federated: 'x' } }), /Federated/],
    ['part', { ...allow('a:b'), NotPrincipal: '*' }, /NotPrincipal/],
    ['variable', allow('a:b', 'x/${aws:username}'), /policy variable/],
    ['effect', { Effect: 'Maybe', Action: 'a:b' }, /neither/],
  ])('is not made on an unknown %s: reading it stops', (_, statement, message) => {
    expect(() => statements(statement)).toThrow(message);
    expect(() => statements(statement)).toThrow(/^Policy: /);
  });
});

const word = fc.stringMatching(/^[A-Z][a-z]{1,8}$/);
const service = fc.constantFrom('sqs', 'ssm', 'dynamodb');
const action = fc.tuple(service, word).map(([left, right]) => `${left}:${right}`);

describe('whatever the statements are', () => {
  it('one that does not name the action never allows it', () => {
    fc.assert(
      fc.property(action, fc.array(action), (asked, others) => {
        const named = others.filter((one) => one.toLowerCase() !== asked.toLowerCase());
        expect(allows([allow(named, '*')], [], { ...call, action: asked })).toBe(false);
      }),
    );
  });

  it('a Deny wins, on either side and wherever it stands', () => {
    fc.assert(
      fc.property(action, fc.array(action), fc.nat(), fc.boolean(), (asked, others, at, own) => {
        const list = [asked, '*', ...others].map((one) => allow(one, '*', { Principal: '*' }));
        const denied = list.toSpliced(at % (list.length + 1), 0, deny(asked, { Principal: '*' }));
        const both: [JsonObject[], JsonObject[]] = own ? [denied, list] : [list, denied];
        expect(allows(...both, { ...call, action: asked })).toBe(false);
      }),
    );
  });

  it('a pattern without wildcards fits itself alone', () => {
    const text = fc.stringMatching(/^[a-z:/.+$()[\]-]{0,12}$/);
    fc.assert(fc.property(text, text, (left, right) => fits(left, right) === (left === right)));
  });
});

it('compares an ARN part by part', () => {
  expect(arnFits('arn:aws:sns:*:*:topic', 'arn:aws:sns:eu-west-1:1:topic')).toBe(true);
  expect(arnFits('arn:*:topic', 'arn:aws:sns:eu-west-1:1:topic')).toBe(false);
});
