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
const OF_CHATS = ['/slack/interactions', '/teams/messages'];
const PATHS = OF_CHATS.map((path) => `/<secret>${path}`);
/** Where a system sends what it decided, and asks what became of it. */
const systemAt = (secret: string) => ['POST', 'GET'].map((method) => `${method} /${secret}/verdicts/siem`);
/** Where links lead: behind the ids of two routes, which only AWS knows before. */
const linkAt = (beside: string) => `/<BridgeActionsApiOthers><BridgeActionsApi${beside}>/verdict-link`;
const linksAt = (beside: string) => ['POST', 'GET'].map((method) => `${method} ${linkAt(beside)}`);
/** Where the bridge presses its own cards. */
const canaryAt = (secret: string) => `POST /${secret}/canary`;
const posted = (paths: readonly string[]) => paths.map((path) => `POST ${path}`);
const [apiName, actionName] = [/^<BridgeActionsApi\w{8}>$/, /^<BridgeActionsActionFunction\w{8}\.Arn>$/];

const unhashed = (text: string) => text.replace(/[0-9A-F]{8}>/g, '>');

describe('the HTTP API', () => {
  const waysIn = (from: Synthesized) =>
    from
      .all('AWS::ApiGatewayV2::Route')
      .filter(([, { Properties }]) => Properties.AuthorizationType === 'NONE')
      .map(([, { Properties }]) => unhashed(written(Properties.RouteKey)));

  it('has a way in for each chat and system that nobody can guess, and another one where links lead', () => {
    expect(waysIn(stack)).toEqual([
      ...posted(PATHS),
      ...systemAt('<secret>'),
      ...linksAt('slack'),
      canaryAt('<secret>'),
    ]);
    for (const link of linksAt('slack')) expect(link).not.toContain('<secret>');
  });

  it('can be given another path, and the one of the stack goes on working until it is dropped', async () => {
    const path = 'a-path-that-nobody-can-guess';
    const moved = await drawUp({ ...everything, requests: { path, stackPath: 'keep' } });
    const given = OF_CHATS.map((one) => `/${path}${one}`);
    const links = [...linksAt('slackgiven'), ...linksAt('slack')];
    const systems = [...systemAt(path), ...systemAt('<secret>'), ...links, canaryAt(path)];
    expect(waysIn(moved)).toEqual([...posted([...given, ...PATHS]), ...systems]);
    expect(written(moved.template.Outputs.SlackRequestUrl?.Value)).toMatch(`/${path}/slack/interactions`);
    await moved.remove();
  });

  it('lets nobody in with another path, and AWS does not charge for turning them away', () => {
    const others = stack
      .all('AWS::ApiGatewayV2::Route')
      .filter(([, { Properties }]) => Properties.AuthorizationType !== 'NONE')
      .map(([, { Properties }]) => [Properties.RouteKey, Properties.AuthorizationType]);
    expect(others).toEqual([['$default', 'AWS_IAM']]);
    expect(waysIn(stack).join()).not.toMatch(/\$default|ANY|\{/);
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
      DefaultRouteSettings: { ThrottlingRateLimit: 600, ThrottlingBurstLimit: 600 },
    });
  });

  it('lets hardly any request in where anybody can guess the path, and that takes nothing from the others', () => {
    const [, { Properties, DependsOn = [] } = { Properties: {} as Record<string, unknown> }] =
      stack.all('AWS::ApiGatewayV2::Stage')[0] ?? [];
    expect(Properties.RouteSettings).toEqual({
      $default: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 },
    });
    // AWS refuses settings of a route that is not there yet.
    const guessable = stack
      .all('AWS::ApiGatewayV2::Route')
      .filter(([, route]) => typeof route.Properties.RouteKey === 'string');
    expect(guessable).toHaveLength(1);
    expect(DependsOn).toEqual(expect.arrayContaining(guessable.map(([id]) => id)));
  });

  it('may have runs of its function kept for it', async () => {
    const reserved = (from: Synthesized) =>
      from
        .all('AWS::Lambda::Function')
        .flatMap(([, { Properties }]) => Properties.ReservedConcurrentExecutions ?? []);
    // A new account has ten in all, and AWS refuses to keep any of them.
    expect(reserved(stack)).toEqual([]);
    const kept = await drawUp({ ...everything, requests: { stackPath: 'drop', reserved: 50 } });
    expect(reserved(kept)).toEqual([50]);
    await kept.remove();
  });

  it('may call the action function for these paths, and nobody else may call any function', () => {
    const permissions = stack.all('AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
    for (const { Action, FunctionName, Principal } of permissions) {
      expect([Action, Principal]).toEqual(['lambda:InvokeFunction', 'apigateway.amazonaws.com']);
      expect(written(FunctionName)).toMatch(actionName);
    }
    const sources = permissions.map(({ SourceArn }) => unhashed(written(SourceArn)));
    const api = 'arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:<BridgeActionsApi>';
    // One for each path: it is for every method.
    const others = new Set(
      [...systemAt('<secret>'), ...linksAt('slack'), canaryAt('<secret>')].map((one) => one.split(' ')[1]),
    );
    expect(sources).toEqual([...PATHS, ...others].map((path) => `${api}/*/*${path}`));
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
      'posture-bridge',
    ]);
  });

  it('is where requests that are over the limit are counted, which AWS does not do by itself', () => {
    const filters = stack.all('AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties);
    for (const { LogGroupName } of filters) {
      expect(written(LogGroupName)).toMatch(/^<BridgeActionsAccessLogs\w{8}>$/);
    }
    // In full as a number; and always as one of the things that are not healthy, as are answers that failed.
    const counted = (MetricName: string, MetricValue: string) => [
      {
        MetricNamespace: 'PostureBridge',
        MetricName,
        MetricValue,
        Dimensions: [{ Key: 'Bridge', Value: '$.bridge' }],
      },
    ];
    expect(filters).toMatchObject([
      {
        FilterPattern: '{ $.status = "429" && $.routeKey != "$default" }',
        MetricTransformations: counted('Healthy', '0'),
      },
      {
        FilterPattern: '{ $.status = "5*" && $.routeKey != "$default" }',
        MetricTransformations: counted('Healthy', '0'),
      },
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
