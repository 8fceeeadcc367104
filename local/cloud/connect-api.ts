import { type AnsweredRequest, readAccessLog } from './access-log.ts';
import { createBucket, type HttpApi, type HttpRoute } from './http-api.ts';
import { readMetricFilter } from './metric-filter.ts';
import { ACCOUNT } from './options.ts';
import { functionFor, type Parts } from './parts.ts';
import type { KnownResource } from './template.ts';
import { TemplateError } from './template-error.ts';

/** API Gateway gives up after thirty seconds. */
const API_TIMEOUT_MS = 30_000;

export function connectApi(
  parts: Parts,
  one: KnownResource<'AWS::ApiGatewayV2::Api'>,
  server: HttpApi,
): void {
  const { template, region, authority } = parts;
  const apiId = one.identity.ref;
  const stage = template.of('AWS::ApiGatewayV2::Stage').find(({ properties }) => properties.ApiId === apiId);
  // Without a stage nothing is deployed, and every request gets a 404.
  if (!stage) return;
  const { DefaultRouteSettings = {}, RouteSettings = {} } = stage.properties;
  const integrations = template.of('AWS::ApiGatewayV2::Integration');
  const routes = template
    .of('AWS::ApiGatewayV2::Route')
    .filter(({ properties }) => properties.ApiId === apiId)
    .map(({ logicalId, properties }): HttpRoute => {
      const integration = integrations.find(
        ({ identity }) => properties.Target === `integrations/${identity.ref}`,
      );
      if (!integration)
        throw new TemplateError(logicalId, `its integration ${properties.Target} is not there`);
      const uri = integration.properties.IntegrationUri;
      const [method = '', path = '/*'] = properties.RouteKey.split(' ');
      const sourceArn = `arn:aws:execute-api:${region}:${ACCOUNT}:${apiId}/$default/${method === 'ANY' ? '*' : method}${path}`;
      const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst = rate } =
        RouteSettings[properties.RouteKey] ?? DefaultRouteSettings;
      return {
        admit: rate === undefined || burst === undefined ? () => true : createBucket(rate, burst),
        routeKey: properties.RouteKey,
        signedOnly: properties.AuthorizationType === 'AWS_IAM',
        target: functionFor(parts, uri, integration.logicalId),
        timeoutMs: integration.properties.TimeoutInMillis ?? API_TIMEOUT_MS,
        allowed: () =>
          authority.mayServiceCall({
            caller: logicalId,
            service: 'apigateway.amazonaws.com',
            action: 'lambda:InvokeFunction',
            resource: uri,
            sourceArn,
          }).allowed,
      };
    });
  for (const routeKey of Object.keys(RouteSettings)) {
    if (!routes.some((route) => route.routeKey === routeKey))
      throw new TemplateError(stage.logicalId, `has settings for the route ${routeKey}, which is not there`);
  }
  server.open({ apiId, account: ACCOUNT, routes, onAnswered: accessLogOf(parts, stage) });
}

/** Passes the stage's log line for each request through the filters of its log group. The line itself is not kept. */
function accessLogOf(
  { template, metrics }: Parts,
  { logicalId, properties: { AccessLogSettings } }: KnownResource<'AWS::ApiGatewayV2::Stage'>,
): (request: AnsweredRequest) => void {
  if (AccessLogSettings === undefined) return () => {};
  const { destinationArn, lineOf } = readAccessLog(AccessLogSettings, logicalId);
  const group = template.resources.find(
    ({ type, identity }) =>
      type === 'AWS::Logs::LogGroup' &&
      identity.attributes.Arn?.replace(/:\*$/, '') === destinationArn.replace(/:\*$/, ''),
  );
  const filters = template
    .of('AWS::Logs::MetricFilter')
    .filter(({ properties }) => properties.LogGroupName === group?.identity.ref)
    .map(readMetricFilter);
  return (request) => {
    const line = lineOf(request);
    for (const { metric, value } of filters.flatMap((filter) => filter.read(line)))
      metrics.add(metric, value);
  };
}
