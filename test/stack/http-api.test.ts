import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawUp, everything, type Synthesized, written } from './synthesized.ts';

let stack: Synthesized;
beforeAll(async () => {
  stack = await drawUp(everything);
});
afterAll(() => stack.remove());

const propertiesOf = (type: string) =>
  stack.all(`AWS::ApiGatewayV2::${type}`).map(([, { Properties }]) => Properties);
/** Where chats send what people do. */
const PATHS = ['/slack/interactions', '/teams/messages'];
const [apiName, actionName] = [/^<BridgeActionsApi\w{8}>$/, /^<BridgeActionsActionFunction\w{8}\.Arn>$/];

describe('the HTTP API', () => {
  it('has one way in for each chat', () => {
    const routes = propertiesOf('Route');
    expect(routes.map(({ RouteKey }) => RouteKey)).toEqual(PATHS.map((path) => `POST ${path}`));
    for (const { AuthorizationType } of routes) expect(AuthorizationType).toBe('NONE');
  });

  it('hands everything to the action function, in the format that it reads', () => {
    const [integration, ...others] = propertiesOf('Integration');
    expect(others).toEqual([]);
    expect(integration).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    expect(written(integration?.IntegrationUri)).toMatch(actionName);
    const [[name] = []] = stack.all('AWS::ApiGatewayV2::Integration');
    for (const { Target } of propertiesOf('Route')) expect(written(Target)).toBe(`integrations/<${name}>`);
  });

  it('is open at its own address, with a limit on how often', () => {
    expect(propertiesOf('Api')).toEqual([
      expect.objectContaining({ Name: 'posture-bridge', ProtocolType: 'HTTP' }),
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

  it('may call the action function for these paths, and nobody else may call any function', () => {
    const permissions = stack.all('AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
    for (const { Action, FunctionName, Principal } of permissions) {
      expect([Action, Principal]).toEqual(['lambda:InvokeFunction', 'apigateway.amazonaws.com']);
      expect(written(FunctionName)).toMatch(actionName);
    }
    const sources = permissions.map(({ SourceArn }) => written(SourceArn).replace(/(?<=Api)\w{8}/, ''));
    const api = 'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<BridgeActionsApi>';
    expect(sources).toEqual(PATHS.map((path) => `${api}/*/*${path}`));
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
