import { describe, expect, it } from 'vitest';
import { checkBridge } from '../../../lib/config/define-bridge.ts';

const problemsWith = (changes: object): string[] => {
  const checked = checkBridge({
    domains: { acme: { baseUrl: 'https://posture.example.com/api', apiKey: '/bridge/key' } },
    destinations: {
      lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
    },
    routes: [{ to: 'lake' }],
    ...changes,
  });
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`);
};

const withKey = (apiKey: string) =>
  problemsWith({ domains: { acme: { baseUrl: 'https://posture.example.com/api', apiKey } } });

describe('what security teams ask for', () => {
  it('is taken as it should be written', () => {
    expect(
      problemsWith({
        encryption: { key: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab' },
        network: { subnets: ['subnet-0123abcd'], securityGroups: ['sg-0123abcd'] },
        requests: { path: 'a'.repeat(32), stackPath: 'drop', reserved: 50 },
      }),
    ).toEqual([]);
    for (const name of ['prod/acme', 'prod/acme#apiKey', 'prod/slack#signing-secret'])
      expect(withKey(`secretsmanager:${name}`)).toEqual([]);
  });

  it.each([
    [{ encryption: { key: 'alias/mine' } }, /^encryption\.key: must be 'create', or the ARN of a KMS key/],
    [{ network: { subnets: ['vpc-1'], securityGroups: ['sg-0123abcd'] } }, /must be the id of a subnet/],
    [
      { network: { subnets: [], securityGroups: ['sg-0123abcd'] } },
      /^network\.subnets: must be 1 to 16 different subnets/,
    ],
    [{ requests: { path: 'short' } }, /^requests\.path: must be 20 to 64 letters/],
    [{ requests: { path: '../../../../../../../etc' } }, /^requests\.path: must be 20 to 64 letters/],
    [{ requests: { reserved: 1 } }, /^requests\.reserved: must be a whole number from 10 to 1000/],
  ])('is refused with a sentence: %j', (changes, sentence) => {
    expect(problemsWith(changes).join()).toMatch(sentence);
  });

  it.each([
    ['secretsmanager:', /or of a secret of Secrets Manager/],
    ['secretsmanager:prod/acme#', /or of a secret of Secrets Manager/],
    ['secretsmanager:prod/acme-apikey', /ends in a dash and six characters/],
    ['secretsmanager:arn:aws:secretsmanager:x', /or of a secret of Secrets Manager/],
  ])('cannot be a secret named %s', (name, sentence) => {
    expect(withKey(name).join()).toMatch(sentence);
  });
});
