import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as kms from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as sns from 'aws-cdk-lib/aws-sns';
import { App, Stack } from 'aws-cdk-lib/core';
import { describe, expect, it } from 'vitest';
import { PostureBridge, type PostureBridgeOptions } from '../../cdk/index.ts';
import { drawUp, everything, type Synthesized, written } from './synthesized.ts';

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab';

/** The bridge with what an app of the user's brings along. */
const drawUpIn = (bring: (stack: Stack) => PostureBridgeOptions): Promise<Synthesized> =>
  drawUp(everything, bring);

/** What the resources of a type say about something, as it stands in the template. */
const said = (from: Synthesized, type: string, read: (properties: Record<string, unknown>) => unknown) =>
  from.all(type).map(([, { Properties }]) => JSON.stringify(read(Properties)));
const REF = (name = '') => JSON.stringify({ Ref: name });

describe('the construct in an app of the user', () => {
  it('goes on with a table of the app, and makes none', async () => {
    const made = await drawUpIn((stack) => ({
      table: new dynamodb.Table(stack, 'Mine', {
        partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      }),
    }));
    const [[mine] = [], ...others] = made.all('AWS::DynamoDB::Table');
    expect(others).toEqual([]);
    const tables = said(
      made,
      'AWS::Lambda::Function',
      ({ Environment }) => (Environment as { Variables: { TABLE_NAME?: unknown } }).Variables.TABLE_NAME,
    );
    expect(new Set(tables)).toEqual(new Set([REF(mine)]));
    await made.remove();
  });

  it('encrypts all that is kept with a key of the app, and lets alarms and logs use it', async () => {
    const made = await drawUpIn((stack) => ({ key: new kms.Key(stack, 'Mine') }));
    const [[mine, key] = [], ...others] = made.all('AWS::KMS::Key');
    expect(others).toEqual([]);
    const policy = JSON.stringify(key?.Properties.KeyPolicy);
    for (const sid of ['AlarmsTellTheTopic', 'LogsOfThisAccount']) expect(policy).toContain(sid);
    const keys = said(made, 'AWS::SQS::Queue', ({ KmsMasterKeyId }) => KmsMasterKeyId);
    expect(new Set(keys)).toEqual(new Set([JSON.stringify({ 'Fn::GetAtt': [mine, 'Arn'] })]));
    await made.remove();
  });

  it('tells a topic of the app, which alarms may publish to', async () => {
    const made = await drawUpIn((stack) => ({ topic: new sns.Topic(stack, 'Mine') }));
    const [[mine] = [], ...others] = made.all('AWS::SNS::Topic');
    expect(others).toEqual([]);
    const told = said(made, 'AWS::CloudWatch::Alarm', ({ AlarmActions }) => AlarmActions);
    expect(new Set(told)).toEqual(new Set([`[${REF(mine)}]`]));
    expect(made.text).toContain('AlarmsOfThisAccount');
    await made.remove();
  });

  it('runs every function in subnets of a VPC of the app', async () => {
    const made = await drawUpIn((stack) => {
      const vpc = new ec2.Vpc(stack, 'Mine', { maxAzs: 2, restrictDefaultSecurityGroup: false });
      return {
        network: { vpc, securityGroups: [new ec2.SecurityGroup(stack, 'Group', { vpc: vpc as ec2.IVpc })] },
      };
    });
    const [[group] = []] = made.all('AWS::EC2::SecurityGroup');
    const places = said(made, 'AWS::Lambda::Function', ({ VpcConfig }) => VpcConfig);
    expect(places.every((place) => place.includes(`"${group}","GroupId"`) && place.includes('Private'))).toBe(
      true,
    );
    await made.remove();
  });

  it('is called under a name of the app', async () => {
    const made = await drawUpIn((stack) => ({
      domain: {
        domainName: new apigateway.DomainName(stack, 'Mine', {
          domainName: 'bridge.acme.example',
          certificate: acm.Certificate.fromCertificateArn(stack, 'Certificate', CERTIFICATE),
        }),
        path: 'posture',
      },
    }));
    expect(said(made, 'AWS::ApiGatewayV2::ApiMapping', ({ ApiMappingKey }) => ApiMappingKey)).toEqual([
      '"posture"',
    ]);
    const [[mine] = []] = made.all('AWS::ApiGatewayV2::DomainName');
    expect(written(made.template.Outputs.SlackRequestUrl?.Value)).toContain(`https://<${mine}>/posture/`);
    await made.remove();
  });

  it('keeps logs for as long as is said', async () => {
    const made = await drawUpIn(() => ({ logRetention: RetentionDays.ONE_WEEK }));
    const days = said(made, 'AWS::Logs::LogGroup', ({ RetentionInDays }) => RetentionInDays);
    expect(new Set(days)).toEqual(new Set(['7']));
    await made.remove();
  });

  it('says what to do where its functions are not built', () => {
    const stack = new Stack(new App(), 'Mine');
    expect(() => new PostureBridge(stack, 'Bridge', { config: everything })).toThrow(
      'The function poll is not built. In a clone of posture-bridge, hand in `folders` from `bundleFunctions`',
    );
  });
});
