import { type AwsCredentials, createAwsSigner } from '../../../lib/base/aws/signed-request.ts';

export interface Asked {
  readonly service: string;
  readonly credentials: AwsCredentials;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly region?: string;
  readonly nowMs?: number;
}

/** The headers of a call to AWS at this address, signed as the action function signs. */
export function signedHeaders(endpoint: string, asked: Asked): Record<string, string> {
  const { service, credentials, headers = {}, body, region = 'eu-west-1', nowMs = Date.now() } = asked;
  return createAwsSigner({ service, region, host: new URL(endpoint).host, credentials })({
    headers,
    body,
    nowMs,
  });
}

export const signedFetch = (endpoint: string, asked: Asked): Promise<Response> =>
  fetch(endpoint, { method: 'POST', headers: signedHeaders(endpoint, asked), body: asked.body });
