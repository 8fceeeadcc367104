import { createBucket, type HttpApi, type HttpRoute } from './http-api.ts';
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
  // Without a stage nothing is deployed, and every request finds nothing.
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
  server.open({ apiId, account: ACCOUNT, routes });
}
