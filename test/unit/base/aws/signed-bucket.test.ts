import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http, { createServer, type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createSignedBucket } from '../../../../lib/base/aws/signed-bucket.ts';
import { signedForS3 } from '../../../support/aws/sdk-signer.ts';

const AT = Date.parse('2026-11-16T01:02:03Z');
const CREDENTIALS = { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'secret/+=', sessionToken: 'token//==' };
const PARTS = {
  region: 'eu-west-1',
  credentials: CREDENTIALS,
  clock: { now: () => AT, sleep: async () => {} },
  random: () => 0,
  timeoutMs: 2_000,
};

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const seen: Seen[] = [];
let answers: { status: number; body: string }[] = [];
const server = createServer(async (request, response) => {
  const { method = '', url: path = '', headers } = request;
  seen.push({ method, path, headers, body: await text(request) });
  const { status, body } = answers.shift() ?? { status: 200, body: '' };
  response.writeHead(status).end(body);
});
let endpoint: string;
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  seen.length = 0;
  answers = [];
  vi.restoreAllMocks();
});

/** What the SDK's own signer makes of the same request. */
async function signatureOf({ method, path, headers, body }: Seen): Promise<string | undefined> {
  const { authorization: _, connection: __, 'content-length': ___, host = '', ...given } = headers;
  const request = { method, host, path, headers: given as Record<string, string>, body };
  return (await signedForS3({ ...request, credentials: CREDENTIALS, at: new Date(AT) })).authorization;
}

const put = (key: string, body = '{"a":"ü"}\n') =>
  createSignedBucket({ ...PARTS, endpoint }, 'trail-bucket').put({
    key,
    body,
    contentType: 'application/jsonl',
  });

it.each(['audit/acme/2026-11-15/00000001-ab.jsonl', "a b/ü+é/50%/(it's)*!~_.-/=&?#"])(
  "puts %s, signed as AWS's own signer signs it",
  async (key) => {
    await put(key);
    const [request] = seen;
    expect(request?.method).toBe('PUT');
    expect(decodeURIComponent(request?.path ?? '')).toBe(`/trail-bucket/${key}`);
    expect(request?.path).toMatch(/^[A-Za-z0-9\-._~/%]+$/);
    expect(request?.headers.authorization).toBe(request && (await signatureOf(request)));
  },
);

it('says what the object is made of, in the three ways that S3 wants to know it', async () => {
  await put('k', '{"a":"ü"}\n');
  const digest = createHash('sha256').update('{"a":"ü"}\n').digest();
  expect(seen[0]).toMatchObject({
    body: '{"a":"ü"}\n',
    headers: {
      'content-length': '11',
      'x-amz-content-sha256': digest.toString('hex'),
      'x-amz-checksum-sha256': digest.toString('base64'),
      'x-amz-sdk-checksum-algorithm': 'SHA256',
      'x-amz-security-token': 'token//==',
    },
  });
  const signed = String(seen[0]?.headers.authorization);
  for (const name of ['x-amz-checksum-sha256', 'x-amz-content-sha256', 'host', 'x-amz-security-token'])
    expect(signed).toMatch(new RegExp(`SignedHeaders=[^,]*${name}[;,]`));
});

it('calls a bucket of AWS by its own name, with nothing but the key in the path', async () => {
  const asked = vi
    .spyOn(https, 'request')
    .mockImplementation(((options: http.RequestOptions) =>
      http.request({ ...options, hostname: '127.0.0.1', port, agent: new http.Agent() })) as never);
  await createSignedBucket(PARTS, 'trail-bucket').put({
    key: 'audit/x.jsonl',
    body: 'b',
    contentType: 't/t',
  });
  expect(asked.mock.calls[0]?.[0]).toMatchObject({
    hostname: 'trail-bucket.s3.eu-west-1.amazonaws.com',
    path: '/audit/x.jsonl',
    method: 'PUT',
  });
  const [request] = seen;
  expect(request?.headers.host).toBe('trail-bucket.s3.eu-west-1.amazonaws.com');
  expect(request?.headers.authorization).toBe(request && (await signatureOf(request)));
});

it('tries once more when S3 is busy, and says what S3 says when it refuses', async () => {
  answers = [
    { status: 503, body: '<Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>' },
  ];
  await put('k');
  expect(seen).toHaveLength(2);
  const denied = '<Error><Code>AccessDenied</Code><Message>User x may not s3:PutObject</Message></Error>';
  answers = [{ status: 403, body: denied }];
  await expect(put('k')).rejects.toMatchObject({
    code: 'rejected',
    message: 'PutObject failed: AccessDenied (User x may not s3:PutObject)',
  });
  answers = [{ status: 400, body: 'not XML' }];
  await expect(put('k')).rejects.toThrow('PutObject failed: HTTP 400');
  // A redirect, for a bucket of another region, is not followed and no success.
  answers = [{ status: 307, body: '<Error><Code>TemporaryRedirect</Code></Error>' }];
  await expect(put('k')).rejects.toThrow('TemporaryRedirect');
});
