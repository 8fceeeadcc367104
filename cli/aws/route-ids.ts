import { openService, type SignedAwsParts, twice } from '../../lib/base/aws/signed-aws.ts';
import { parseJson } from '../../lib/base/http/parse-json.ts';

/** Throws an AwsError. */
export function readRouteIds(parts: SignedAwsParts, apiId: string): Promise<string[]> {
  const { sign, exchange } = openService('apigateway', parts);
  const asked = { method: 'GET', path: `/v2/apis/${encodeURIComponent(apiId)}/routes` } as const;
  return twice('GetRoutes', parts, async () => {
    const signed = sign({ ...asked, headers: {}, body: '', nowMs: parts.clock.now() });
    const { status, body } = await exchange(signed, '', asked);
    const { items } = Object(parseJson(body)) as { items?: readonly { routeId?: unknown }[] };
    if (status === 200 && Array.isArray(items)) return items.map(({ routeId }) => String(routeId));
    throw Object.assign(new Error('AWS did not say'), {
      name: `HTTP ${status}`,
      $metadata: { httpStatusCode: status },
    });
  });
}
