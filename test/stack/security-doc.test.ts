import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { floodCost } from '../../cdk/security/flood-cost.ts';
import { forgeryTable } from '../../cdk/security/forgery-table.ts';
import { addedRights, iamTables } from '../../cdk/security/iam-table.ts';
import { withGenerated } from '../../cdk/security/write-generated.ts';

describe('docs/security.md', () => {
  it('has the rights and the prices of today; otherwise run npm run security:tables', async () => {
    const page = readFileSync('docs/security.md', 'utf8');
    expect(await withGenerated(page)).toBe(page);
  });

  it('is not written where it has no place for a table', async () => {
    await expect(withGenerated('# Security')).rejects.toThrow('has no place for the iam table');
  });
});

describe('the table of rights', () => {
  const template = (Statement: object[]) => ({
    Resources: {
      BridgePollerRole0123ABCD: { Type: 'AWS::IAM::Role' },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: { PolicyDocument: { Statement }, Roles: [{ Ref: 'BridgePollerRole0123ABCD' }] },
      },
    },
  });

  it('says who may do what, with what, and under which condition', () => {
    const table = iamTables(
      template([
        {
          Effect: 'Allow',
          Action: ['s3:Put', 's3:Get'],
          Resource: { 'Fn::GetAtt': ['BridgeBucket89ABCDEF', 'Arn'] },
          Condition: { Bool: { 'aws:SecureTransport': 'true' } },
        },
        { Effect: 'Deny', Action: 's3:*', Resource: ['*', 'Other'] },
      ]),
    );
    expect(table.split('\n')).toEqual([
      '### `PollerRole`',
      '',
      '- `s3:Get, s3:Put` with `Bucket`, `Bool aws:SecureTransport` `true`',
      '- never `s3:*` with `*`, `Other`',
    ]);
  });

  it('says what an option adds, and to whom', () => {
    const withRoles = (more: readonly string[]) => {
      const roles = ['PollRole', 'SendRole', 'ScheduleRole'];
      const statement = (Action: string) => ({ Effect: 'Allow', Action, Resource: '*' });
      const entries = roles.map((role) => [
        `Bridge${role}0123ABCD`,
        {
          Type: 'AWS::IAM::Role',
          Properties: {
            Policies: [
              {
                PolicyDocument: {
                  Statement: [statement('a:B'), ...(more.includes(role) ? [statement('kms:Decrypt')] : [])],
                },
              },
            ],
          },
        },
      ]);
      const functions = ['Poll', 'Send'].map((name) => [
        name,
        {
          Type: 'AWS::Lambda::Function',
          Properties: { Role: { 'Fn::GetAtt': [`Bridge${name}Role0123ABCD`] } },
        },
      ]);
      return { Resources: Object.fromEntries([...entries, ...functions]) };
    };
    const whoGets = (...more: string[]) => addedRights(withRoles([]), withRoles(more)).split('\n').slice(2);
    expect(whoGets()).toEqual([]);
    expect(whoGets('SendRole')).toEqual(['| `SendRole` | `kms:Decrypt` | `*` |  |']);
    expect(whoGets('PollRole', 'SendRole', 'ScheduleRole')).toEqual([
      '| every function, `ScheduleRole` | `kms:Decrypt` | `*` |  |',
    ]);
  });

  it('stops at what it does not understand', () => {
    const odd = template([{ Effect: 'Allow', Action: 'a:B', Resource: { 'Fn::Sub': 'x' } }]);
    expect(() => iamTables(odd)).toThrow('not understood in a policy');
  });
});

describe('the table of who could forge what', () => {
  const role = (...Statement: object[]) => ({
    Resources: {
      BridgePollerRole0123ABCD: {
        Type: 'AWS::IAM::Role',
        Properties: { Policies: [{ PolicyDocument: { Statement } }] },
      },
    },
  });
  const may = (Action: string, ...keys: string[]) => ({
    ...{ Effect: 'Allow', Action, Resource: 'Table' },
    ...(keys.length > 0 && { Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } } }),
  });
  const forgedBy = (...statements: object[]) =>
    forgeryTable(role(...statements))
      .split('\n')
      .slice(2);

  it('says it of today: only the verdict function writes decisions, and nobody changes the trail', () => {
    const page = readFileSync('docs/security.md', 'utf8');
    expect(page).toContain('| a decision, a claim, an approval | `VerdictsVerdictRole` |');
    expect(page).toContain('| an entry of the trail | `VerdictsVerdictRole` (adds) |');
  });

  it('follows from the partitions that a role may write, all kinds of rows in them', () => {
    expect(forgedBy(may('dynamodb:GetItem', 'answer#*'))).toEqual([]);
    expect(forgedBy(may('dynamodb:UpdateItem', 'answer#acme#*'))).toEqual([
      '| a decision, a claim, an approval | `PollerRole` |',
    ]);
    expect(forgedBy(may('dynamodb:PartiQLInsert', 'audit#*'))).toEqual([
      '| an entry of the trail | `PollerRole` (adds) |',
    ]);
    expect(forgedBy(may('dynamodb:UpdateItem', 'item#*#cases#*')).join()).toMatch(
      /known or hidden.*shown of a case/,
    );
    // A right without a condition is one on every row.
    expect(forgedBy(may('dynamodb:UpdateItem')).join().split('; ').length).toBeGreaterThan(8);
  });

  it('follows from the secrets that a role may read, and stops at one of which it knows nothing', () => {
    const reads = (Resource: string) => ({ Effect: 'Allow', Action: 'ssm:GetParameter', Resource });
    expect(forgedBy(reads('x/acme/api-key'))).toEqual([
      '| a verdict in the platform, past the trail | `PollerRole` |',
    ]);
    expect(() => forgedBy(reads('x/keys/another'))).toThrow('is not said: x/keys/another');
  });
});

describe('what a flood costs', () => {
  it('follows from list prices', () => {
    const { requests, gateway, lambda, logs, total } = floodCost({ perSecond: 100, reaches: 'the function' });
    expect(requests).toBe(262_800_000);
    expect(gateway).toBeCloseTo(262.8);
    expect(lambda).toBeCloseTo(52.56 + 788_400 * 0.0000133334);
    expect(logs).toBeCloseTo(((262_800_000 * 760) / 1e9) * 0.5);
    expect(total).toBeCloseTo(gateway + lambda + logs);
  });

  it('is only the log where API Gateway turns it away, and no more than $2,500 a month where it does not', () => {
    expect(floodCost({ perSecond: 500, reaches: 'nothing' })).toMatchObject({ gateway: 0, lambda: 0 });
    expect(floodCost({ perSecond: 600, reaches: 'the function' }).total).toBeLessThan(2_500);
  });
});
