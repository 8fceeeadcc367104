import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../../../../local/cloud/key-ring.ts';
import { isRefused, readClaim } from '../../../../local/cloud/signature.ts';
import { signedHeaders } from '../../../support/aws/signed-fetch.ts';

const NOW = Date.UTC(2026, 10, 15, 9, 30);
const ENDPOINT = 'http://127.0.0.1:4001';
const BODY = '{"TableName":"t"}';
const keys = createKeyRing();
const operator = keys.issue({ kind: 'operator' });
const session = keys.issue({ kind: 'function', name: 'poll', roleArn: 'arn:role' });

interface Altered {
  readonly credentials?: typeof session;
  readonly atMs?: number;
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly headers?: Record<string, string | undefined>;
}

/** What comes of a signed request that was altered on its way. */
function verdictOn({ credentials = operator, atMs = NOW, headers = {}, ...rest }: Altered = {}) {
  const { method = 'POST', target = '/', body = BODY } = rest;
  const signed = signedHeaders(ENDPOINT, {
    service: 'dynamodb',
    credentials,
    headers: { 'x-amz-target': 'DynamoDB_20120810.GetItem' },
    body: BODY,
    nowMs: atMs,
  });
  const claim = readClaim(
    { method, target, headers: { ...signed, ...headers } },
    { find: keys.find, now: () => NOW },
  );
  if (isRefused(claim)) return [claim.refused, claim.message];
  const untrue = claim.refute(Buffer.from(body));
  return untrue ? [untrue.refused, untrue.message] : claim.holder;
}

const { authorization = '' } = signedHeaders(ENDPOINT, {
  service: 'dynamodb',
  credentials: operator,
  body: BODY,
  nowMs: NOW,
});

describe('the signature of a call to AWS', () => {
  it('tells whose it is', () => {
    expect(verdictOn()).toEqual({ kind: 'operator' });
    expect(verdictOn({ credentials: session })).toMatchObject({ kind: 'function', name: 'poll' });
  });

  it('may be five minutes old, or from a clock that is as far ahead', () => {
    for (const minutes of [-5, 5])
      expect(verdictOn({ atMs: NOW + minutes * 60_000 })).toEqual({ kind: 'operator' });
    expect(verdictOn({ atMs: NOW - 301_000 })).toEqual([
      'invalid',
      expect.stringContaining('Signature expired'),
    ]);
    expect(verdictOn({ atMs: NOW + 301_000 })).toEqual([
      'invalid',
      expect.stringContaining('not yet current'),
    ]);
  });

  it.each<[string, Altered]>([
    ['the body', { body: BODY.replace('t"', 'u"') }],
    ['the method', { method: 'GET' }],
    ['the path', { target: '/other' }],
    ['a query', { target: '/?a=b' }],
    ['the host', { headers: { host: 'localhost:4001' } }],
    ['the operation', { headers: { 'x-amz-target': 'DynamoDB_20120810.Scan' } }],
    ['the date', { headers: { 'x-amz-date': '20261115T093001Z' } }],
    ['the region', { headers: { authorization: authorization.replace('eu-west-1', 'us-east-1') } }],
    ['the service', { headers: { authorization: authorization.replace('dynamodb', 'ssm') } }],
    [
      'the signature',
      { headers: { authorization: authorization.replace(/.$/, (one) => (one === '0' ? '1' : '0')) } },
    ],
    ['the hash of the body', { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } }],
    ['what else the SDKs act on', { headers: { 'x-amz-security-token': '', 'x-amz-more': '1' } }],
    ['the secret', { credentials: { ...operator, secretAccessKey: 'another' } }],
  ])('does not hold for another request: %s', (_, altered) => {
    expect(verdictOn(altered)).toEqual(['invalid', expect.any(String)]);
  });

  it('is of no key that was not drawn here, nor of one that ended', () => {
    const ended = keys.issue({ kind: 'operator' });
    keys.revoke(ended);
    for (const credentials of [ended, { accessKeyId: 'OPERATOR', secretAccessKey: 'local' }])
      expect(verdictOn({ credentials })).toEqual(['unknown', expect.any(String)]);
  });

  it('needs the token of a session, and that one', () => {
    const { sessionToken: _, ...bare } = session;
    for (const credentials of [
      bare,
      { ...session, sessionToken: 'another' },
      { ...operator, sessionToken: 'x' },
    ])
      expect(verdictOn({ credentials })).toEqual(['unknown', expect.any(String)]);
  });

  it('is missing, or not one that we understand', () => {
    for (const other of [undefined, '', 'Bearer x', 'Basic eDp5'])
      expect(verdictOn({ headers: { authorization: other } })).toEqual(['missing', expect.any(String)]);
    for (const other of [
      'AWS4-HMAC-SHA256',
      authorization.replace('AWS4-HMAC-SHA256', 'AWS4-HMAC-SHA1'),
      authorization.replace(/SignedHeaders=[^,]+/, 'SignedHeaders='),
      authorization.replace(/Signature=.*/, 'Signature='),
      authorization.replace('/aws4_request', ''),
      authorization.toUpperCase(),
    ])
      expect(verdictOn({ headers: { authorization: other } })).toEqual(['incomplete', expect.any(String)]);
    for (const date of [undefined, 'today', '20261315T093000Z'])
      expect(verdictOn({ headers: { 'x-amz-date': date } })).toEqual(['incomplete', expect.any(String)]);
  });
});
