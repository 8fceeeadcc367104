import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { readSigners, SecretError, signedHeaders } from '../../../lib/endpoints/sign-event.ts';

const whsec = (bytes = 32): string => `whsec_${randomBytes(bytes).toString('base64')}`;
const headersOf = (secrets: string, body: string, id = 'evt_1', atMs = Date.now()) => ({
  ...signedHeaders({ id, atMs, body }, readSigners(secrets)),
});

function ed25519() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const open = publicKey.export({ format: 'der', type: 'spki' });
  return { secret: `whsk_${seed.toString('base64')}`, both: Buffer.concat([seed, open.subarray(-32)]), open };
}

describe('a signature', () => {
  it('is accepted by the package of Standard Webhooks, whatever is signed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 24, max: 64 }), (text, bytes) => {
        const secret = whsec(bytes);
        const body = JSON.stringify({ text });
        expect(new Webhook(secret).verify(body, headersOf(secret, body))).toEqual({ text });
      }),
      { numRuns: 40 },
    );
  });

  it('is that of the example in the specification', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = headersOf(
      secret,
      '{"test": 2432232314}',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330_000,
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is refused by it when anything is changed', () => {
    const secret = whsec();
    const body = JSON.stringify({ type: 'case.created', data: { n: 1 } });
    const good = headersOf(secret, body);
    const receiver = new Webhook(secret);
    const refused = (changed: Record<string, string>, text = body) =>
      expect(() => receiver.verify(text, { ...good, ...changed })).toThrow();
    for (let at = 0; at < body.length; at++)
      refused({}, `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`);
    refused({}, `${body} `);
    refused({ 'webhook-id': 'evt_2' });
    refused({ 'webhook-timestamp': String(Number(good['webhook-timestamp']) - 1) });
    refused({ 'webhook-timestamp': String(Number(good['webhook-timestamp']) - 3_600) });
    refused({ 'webhook-signature': '' });
    refused({ 'webhook-signature': (good['webhook-signature'] ?? '').replace('v1,', 'v2,') });
    const [, signature = ''] = (good['webhook-signature'] ?? '').split(',');
    for (let at = 0; at < signature.length - 2; at++) {
      const other = signature[at] === 'A' ? 'B' : 'A';
      refused({ 'webhook-signature': `v1,${signature.slice(0, at)}${other}${signature.slice(at + 1)}` });
    }
    expect(() => new Webhook(whsec()).verify(body, good)).toThrow();
  });

  it('is made with each secret while receivers go over to a new one', () => {
    const [before, after] = [whsec(), whsec()];
    const headers = headersOf(` ${after}\n${before} `, '{}');
    for (const secret of [before, after]) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
    expect(() => new Webhook(whsec()).verify('{}', headers)).toThrow();
  });

  it('can be one of Ed25519, beside one of HMAC', () => {
    const { secret, both, open } = ed25519();
    const shared = whsec();
    const key = createPublicKey({ key: open, format: 'der', type: 'spki' });
    for (const written of [secret, `whsk_${both.toString('base64')}`]) {
      const headers = headersOf(`${written} ${shared}`, '{"a":1}');
      const [asymmetric = '', symmetric = ''] = (headers['webhook-signature'] ?? '').split(' ');
      expect([asymmetric.slice(0, 4), symmetric.slice(0, 3)]).toEqual(['v1a,', 'v1,']);
      const content = Buffer.from(`evt_1.${headers['webhook-timestamp']}.{"a":1}`);
      expect(verify(null, content, key, Buffer.from(asymmetric.slice(4), 'base64'))).toBe(true);
      expect(new Webhook(shared).verify('{"a":1}', headers)).toEqual({ a: 1 });
    }
  });

  it.each([
    '',
    'hunter2',
    'whsec_',
    'whsec_short',
    'whsec_***',
    `whsec_${'A'.repeat(28)}`,
    `whsec_${'A'.repeat(88)}`,
    'whsk_AAAA',
    'whpk_AAAA',
  ])('is not made with "%s", and the error does not hold it', (secret) => {
    const error = (() => {
      try {
        return readSigners(secret);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(SecretError);
    const held = secret.replace(/^wh[a-z]+_/, '');
    if (held.length > 3) expect(String(error)).not.toContain(held);
  });
});
