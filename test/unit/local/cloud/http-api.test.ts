// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of CloudFormation and IAM, not ours
import { describe, expect, it } from 'vitest';
import { findRoute } from '../../../../local/cloud/http-api.ts';
import type { JsonObject } from '../../../../local/cloud/json.ts';
import type { LocalCloudOptions } from '../../../../local/cloud/options.ts';
import { knock } from '../../../attack/knock.ts';
import { arnOf, lambda, role, type Started, startCloud } from './harness.ts';

const echo = `
export const handler = async (event) => {
  if (event.rawPath.endsWith('/throw')) throw new Error('secret');
  if (event.rawPath.endsWith('/odd')) return { statusCode: 'x' };
  if (event.rawPath.endsWith('/plain')) return { hello: 'there' };
  if (event.rawPath.endsWith('/binary')) {
    return { statusCode: 201, headers: { 'X-One': 'a' }, cookies: ['a=1', 'b=2'], body: 'aGk=', isBase64Encoded: true };
  }
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) };
};`;

const start = (
  more: JsonObject = {},
  stage: JsonObject = {},
  options: Partial<LocalCloudOptions> = {},
): Promise<Started> =>
  startCloud(
    {
      resources: {
        Role: role(),
        Action: lambda('echo'),
        Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'api', ProtocolType: 'HTTP' } },
        Stage: {
          Type: 'AWS::ApiGatewayV2::Stage',
          Properties: { ApiId: { Ref: 'Api' }, StageName: '$default', AutoDeploy: true, ...stage },
        },
        Integration: {
          Type: 'AWS::ApiGatewayV2::Integration',
          Properties: {
            ApiId: { Ref: 'Api' },
            IntegrationType: 'AWS_PROXY',
            IntegrationUri: arnOf('Action'),
            PayloadFormatVersion: '2.0',
          },
        },
        Route: {
          Type: 'AWS::ApiGatewayV2::Route',
          Properties: {
            ApiId: { Ref: 'Api' },
            RouteKey: 'POST /slack/{proxy+}',
            Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Integration' }]] },
          },
        },
        Permission: {
          Type: 'AWS::Lambda::Permission',
          Properties: {
            Action: 'lambda:InvokeFunction',
            FunctionName: arnOf('Action'),
            Principal: 'apigateway.amazonaws.com',
            SourceArn: {
              'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*/*/slack/{proxy+}',
            },
          },
        },
        ...more,
      },
      bundles: { echo },
    },
    options,
  );

const other: JsonObject = {
  Type: 'AWS::ApiGatewayV2::Route',
  Properties: {
    ApiId: { Ref: 'Api' },
    RouteKey: 'POST /other',
    Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Integration' }]] },
  },
};

const filter = (FilterPattern: string): JsonObject => ({
  Type: 'AWS::Logs::MetricFilter',
  Properties: {
    LogGroupName: { Ref: 'Requests' },
    FilterPattern,
    MetricTransformations: [
      {
        MetricNamespace: 'Bridge',
        MetricName: 'Throttled',
        MetricValue: '1',
        Unit: 'Count',
        Dimensions: [{ Key: 'Bridge', Value: '$.bridge' }],
      },
    ],
  },
});

/** A log of requests, what is counted of it, and an alarm on that. */
const counting: JsonObject = {
  Requests: { Type: 'AWS::Logs::LogGroup', Properties: {} },
  Filter: filter('{ $.status = "429" && $.routeKey != "POST /other" }'),
  Alarm: {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      Namespace: 'Bridge',
      MetricName: 'Throttled',
      Dimensions: [{ Name: 'Bridge', Value: 'one' }],
    },
  },
};

const post = (cloud: Started, path: string, body: string, type: string) =>
  fetch(`${cloud.endpoints.apis.Api}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': type, 'X-Slack-Signature': 'v0=a', cookie: 'a=1; b=2' },
  });

describe('an HTTP API', () => {
  it('hands over a request in payload format 2.0, with the body as it came', async () => {
    const cloud = await start();
    const answer = await post(cloud, '/slack/act%20ions?x=1&x=2', '{"ü": 1}', 'application/json');
    expect(await answer.json()).toMatchObject({
      version: '2.0',
      routeKey: 'POST /slack/{proxy+}',
      rawPath: '/slack/act%20ions',
      rawQueryString: 'x=1&x=2',
      queryStringParameters: { x: '1,2' },
      pathParameters: { proxy: 'act ions' },
      cookies: ['a=1', 'b=2'],
      headers: { 'x-slack-signature': 'v0=a', 'content-type': 'application/json' },
      requestContext: {
        accountId: '000000000000',
        stage: '$default',
        http: { method: 'POST', path: '/slack/act%20ions' },
      },
      body: '{"ü": 1}',
      isBase64Encoded: false,
    });
    const form = await post(cloud, '/slack/form', 'payload=%7B%7D', 'application/x-www-form-urlencoded');
    const { body, isBase64Encoded } = (await form.json()) as { body: string; isBase64Encoded: boolean };
    expect([Buffer.from(body, 'base64').toString(), isBase64Encoded]).toEqual(['payload=%7B%7D', true]);
  });

  it('answers as the function says, and keeps its errors to itself', async () => {
    const cloud = await start();
    const binary = await post(cloud, '/slack/binary', 'x', 'text/plain');
    expect([binary.status, await binary.text()]).toEqual([201, 'hi']);
    expect([binary.headers.get('x-one'), binary.headers.getSetCookie()]).toEqual(['a', ['a=1', 'b=2']]);
    const plain = await post(cloud, '/slack/plain', 'x', 'text/plain');
    expect([plain.status, await plain.json()]).toEqual([200, { hello: 'there' }]);
    for (const path of ['/slack/throw', '/slack/odd']) {
      const failed = await post(cloud, path, 'x', 'text/plain');
      expect([failed.status, await failed.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    }
    expect((await post(cloud, '/teams', 'x', 'text/plain')).status).toBe(404);
    expect((await fetch(`${cloud.endpoints.apis.Api}/slack/x`)).status).toBe(404);
  });

  it('does not reach a function without its permission', async () => {
    const cloud = await start({ Permission: { Type: 'AWS::CDK::Metadata' } });
    expect((await post(cloud, '/slack/x', 'x', 'text/plain')).status).toBe(500);
    expect(cloud.denied).toMatchObject([{ caller: 'Route', action: 'lambda:InvokeFunction' }]);
    expect(cloud.functions[0]?.counts.invocations).toBe(0);
  });

  it('turns away more than its throttle lets through', async () => {
    const cloud = await start(
      {},
      { DefaultRouteSettings: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 } },
    );
    const asked = Array.from({ length: 4 }, () => post(cloud, '/slack/plain', 'x', 'text/plain'));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 429, 429]);
  });

  it('turns away more than the limit of one route, and leaves the others theirs', async () => {
    const limit = { ThrottlingRateLimit: 0.01, ThrottlingBurstLimit: 1 };
    const key = 'POST /slack/{proxy+}';
    const cloud = await start({ Other: other }, { RouteSettings: { [key]: limit } });
    const statuses: number[] = [];
    for (const path of ['/slack/plain', '/slack/plain', '/other', '/other']) {
      statuses.push((await post(cloud, path, 'x', 'text/plain')).status);
    }
    // Without a permission of its own the other one is let in, and gets no further.
    expect(statuses).toEqual([200, 429, 500, 500]);
    await expect(start({}, { RouteSettings: { 'POST /gone': limit } })).rejects.toThrow(
      'has settings for the route POST /gone, which is not there',
    );
  });

  it('lets nobody in where AWS would ask for a signature', async () => {
    const properties = other.Properties as JsonObject;
    const cloud = await start({
      Others: { ...other, Properties: { ...properties, RouteKey: '$default', AuthorizationType: 'AWS_IAM' } },
    });
    const refused = await post(cloud, '/anything', 'x', 'text/plain');
    expect([refused.status, await refused.json()]).toEqual([403, { message: 'Forbidden' }]);
    expect((await post(cloud, '/slack/plain', 'x', 'text/plain')).status).toBe(200);
  });

  it('lets the filters of its log count what it turned away', async () => {
    const cloud = await start(counting, {
      DefaultRouteSettings: { ThrottlingRateLimit: 0.01, ThrottlingBurstLimit: 1 },
      AccessLogSettings: {
        DestinationArn: arnOf('Requests'),
        Format: '{"bridge":"one","status":"$context.status","routeKey":"$context.routeKey"}',
      },
    });
    await post(cloud, '/slack/plain', 'x', 'text/plain');
    await post(cloud, '/nowhere', 'x', 'text/plain');
    expect(cloud.alarmProblems()).toMatchObject([{ logicalId: 'Alarm' }]);
    expect((await post(cloud, '/slack/plain', 'x', 'text/plain')).status).toBe(429);
    expect(cloud.alarmProblems()).toEqual([]);
  });

  it('stops at a log, or a filter of one, that it does not understand', async () => {
    const log = (Format: string) =>
      start(counting, { AccessLogSettings: { DestinationArn: arnOf('Requests'), Format } });
    await expect(log('$context.status')).rejects.toThrow('is not JSON of texts');
    await expect(log('{"x":"$context.gone"}')).rejects.toThrow('$context.gone, which is not understood here');
    const Filter = filter('?ERROR');
    await expect(
      start(
        { ...counting, Filter },
        { AccessLogSettings: { DestinationArn: arnOf('Requests'), Format: '{}' } },
      ),
    ).rejects.toThrow('its pattern ?ERROR is not understood here');
  });
});

describe('a route', () => {
  const routes = ['$default', 'ANY /{proxy+}', 'ANY /a/{id}', 'GET /a/b', 'ANY /a/b'].map((routeKey) => ({
    routeKey,
  }));
  it.each([
    ['GET', '/a/b', 'GET /a/b'],
    ['POST', '/a/b', 'ANY /a/b'],
    ['GET', '/a/c', 'ANY /a/{id}'],
    ['GET', '/a/c/d', 'ANY /{proxy+}'],
    ['GET', '/', '$default'],
  ])('for %s %s is %s', (method, path, expected) => {
    expect(findRoute(routes, method, path)?.route.routeKey).toBe(expected);
  });
});

it('is called under the name of a tunnel only where a real chat comes through one, and never by a page', async () => {
  const post = async (options: Partial<LocalCloudOptions>, headers: Record<string, string>) => {
    const { apis } = (await start({}, {}, options)).endpoints;
    const port = Number(new URL(apis.Api ?? '').port);
    const at = { kind: 'tcp', host: '127.0.0.1', port } as const;
    const asked = { method: 'POST', path: '/slack/interactions', body: 'x' };
    return (await knock(at, { ...asked, headers: { Host: 'bridge.tunnel.example', ...headers } })).status;
  };
  expect(await post({}, {})).toBe(403);
  expect(await post({ publicApis: true }, {})).toBe(200);
  expect(await post({ publicApis: true }, { Origin: 'https://bridge.tunnel.example' })).toBe(403);
  expect(await post({ publicApis: true }, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
});
