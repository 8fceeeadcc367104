import { expect, it } from 'vitest';
import { createAwsSigner } from '../../../../lib/base/aws/signed-request.ts';

// From the test suite that AWS published for Signature Version 4: its people, its secrets, its signatures.
const PLACE = { service: 'service', region: 'us-east-1', host: 'example.amazonaws.com' };
const CREDENTIALS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const SESSION_TOKEN =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';
const AT = Date.parse('2015-08-30T12:36:00Z');

const signatureOf = ({ authorization = '' }: Record<string, string>) => authorization.split('Signature=')[1];

it('signs "post-vanilla" as AWS does', () => {
  const headers = createAwsSigner({ ...PLACE, credentials: CREDENTIALS })({
    headers: {},
    body: '',
    nowMs: AT,
  });
  expect(headers).toEqual({
    host: 'example.amazonaws.com',
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  });
});

it('signs "post-x-www-form-urlencoded" as AWS does: a body, and a header more', () => {
  const sign = createAwsSigner({ ...PLACE, credentials: CREDENTIALS });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(signatureOf(sign({ headers, body: 'Param1=value1', nowMs: AT }))).toBe(
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  );
});

it('signs "post-sts-header-before" as AWS does: the token of a session is signed too', () => {
  const sign = createAwsSigner({ ...PLACE, credentials: { ...CREDENTIALS, sessionToken: SESSION_TOKEN } });
  expect(signatureOf(sign({ headers: {}, body: '', nowMs: AT }))).toBe(
    '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
  );
});

it('takes another key on another day, and the right one again on the day before', () => {
  const sign = createAwsSigner({ ...PLACE, credentials: CREDENTIALS });
  const at = (nowMs: number) => signatureOf(sign({ headers: {}, body: '', nowMs }));
  const [first, later, again] = [at(AT), at(AT + 86_400_000), at(AT)];
  expect(later).not.toBe(first);
  expect(again).toBe(first);
});
