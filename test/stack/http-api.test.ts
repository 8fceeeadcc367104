import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything, type Synthesized, synthesize, written } from './synthesized.ts';

let stack: Synthesized;
beforeAll(async () => {
  stack = await synthesize(everything);
}, 120_000);
afterAll(() => stack.remove());

const propertiesOf = (type: string) =>
  stack.all(`AWS::ApiGatewayV2::${type}`).map(([, { Properties }]) => Properties);
const [apiName, actionName] = [/^<BridgeActionsApi\w{8}>$/, /^<BridgeActionsActionFunction\w{8}\.Arn>$/];

describe('the HTTP API', () => {
  it('has one way in, for what Slack sends', () => {
    const [route, ...others] = propertiesOf('Route');
    expect(others).toEqual([]);
    expect(route).toMatchObject({ RouteKey: 'POST /slack/interactions', AuthorizationType: 'NONE' });
  });

  it('hands everything to the action function, in the format that it reads', () => {
    const [integration, ...others] = propertiesOf('Integration');
    expect(others).toEqual([]);
    expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    expect(written(integration?.IntegrationUri)).toMatch(actionName);
  });

  it('is open at its own address, with a limit on how often', () => {
    expect(propertiesOf('Api')).toEqual([
      { Name: 'posture-bridge', ProtocolType: 'HTTP', Description: expect.any(String) },
    ]);
    const [stage, ...others] = propertiesOf('Stage');
    expect(others).toEqual([]);
    expect(written(stage?.ApiId)).toMatch(apiName);
    expect(stage).toMatchObject({
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
    });
  });

  it('may call the action function for this path, and nobody else may call any function', () => {
    const permissions = stack.all('AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
    expect(permissions).toHaveLength(1);
    for (const { Action, FunctionName, Principal, SourceArn } of permissions) {
      expect([Action, Principal]).toEqual(['lambda:InvokeFunction', 'apigateway.amazonaws.com']);
      expect(written(FunctionName)).toMatch(actionName);
      expect(written(SourceArn).replace(/(?<=Api)\w{8}/, '')).toBe(
        'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<BridgeActionsApi>/*/*/slack/interactions',
      );
    }
  });
});

describe('its access log', () => {
  const settings = () =>
    propertiesOf('Stage')[0]?.AccessLogSettings as { DestinationArn: unknown; Format: string };

  it('says who was answered what, and nothing of what was asked', () => {
    const format = JSON.parse(settings().Format) as Record<string, string>;
    expect(Object.values(format).toSorted()).toEqual([
      '$context.error.message',
      '$context.identity.sourceIp',
      '$context.integrationErrorMessage',
      '$context.integrationLatency',
      '$context.integrationStatus',
      '$context.requestId',
      '$context.requestTime',
      '$context.responseLatency',
      '$context.routeKey',
      '$context.status',
    ]);
  });

  // Elsewhere AWS adds each group to one policy of the account, and a deployment fails when that is full.
  it('is where AWS may write without asking', () => {
    const group = written(settings().DestinationArn).replace(/^<|\.Arn>$/g, '');
    expect(stack.template.Resources[group]?.Properties.LogGroupName).toBe(
      '/aws/vendedlogs/posture-bridge-requests',
    );
  });
});
