import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JWK, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Forgery, strangerKey } from '../../../../local/teams/tokens/token-factory.ts';
import { createHarness, createWired, keys } from './harness.ts';

/** A verifier as it should be, but for what only the activity can tell. */
const verify = async (teams: ReturnType<typeof createHarness>, token: string) => {
  const keySet = createLocalJWKSet((await teams.get('/v1/.well-known/keys')).body as { keys: JWK[] });
  const { payload } = await jwtVerify(token, keySet, {
    algorithms: ['RS256'],
    issuer: 'https://api.botframework.com',
    audience: teams.service.identity.appId,
    currentDate: new Date(teams.service.now()),
    clockTolerance: 300,
    requiredClaims: ['exp', 'nbf', 'serviceurl'],
  });
  return payload;
};

describe('the token factory', () => {
  it('makes a good one when nothing is asked for', async () => {
    const teams = createHarness();
    await expect(verify(teams, teams.mintToken())).resolves.toBeDefined();
  });

  const at = (seconds: number) => Math.floor(createHarness().service.now() / 1000) + seconds;
  const WRONG: [string, () => Forgery][] = [
    ['no signature', () => ({ signature: 'none' })],
    ['no signature but RS256', () => ({ signature: 'empty' })],
    ['a broken signature', () => ({ signature: 'broken' })],
    ['the public key as a shared secret', () => ({ signature: 'hs256-public-key' })],
    ['the same, said to be RS256', () => ({ signature: 'hs256-public-key', header: { alg: 'RS256' } })],
    ['a key of nobody', () => ({ otherKey: true })],
    ['a key of nobody under its own name', () => ({ key: strangerKey() })],
    ['an unknown kid', () => ({ header: { kid: 'unknown' } })],
    ['another algorithm', () => ({ header: { alg: 'RS512' } })],
    ['another audience', () => ({ claims: { aud: 'other' } })],
    ['no audience', () => ({ claims: { aud: null } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['an end long ago', () => ({ claims: { exp: at(-301) } })],
    ['no end', () => ({ claims: { exp: null } })],
    ['a beginning to come', () => ({ claims: { nbf: at(301) } })],
    ['no service address', () => ({ claims: { serviceurl: null } })],
  ];
  it.each(WRONG)('makes one with %s', async (_, forgery) => {
    const teams = createHarness();
    const token = teams.mintToken(forgery());
    expect(token.split('.')).toHaveLength(3);
    await expect(verify(teams, token)).rejects.toThrow();
  });

  it('keeps all other fields honest', () => {
    const teams = createHarness();
    const token = teams.mintToken({ claims: { serviceurl: 'https://evil.example' } });
    expect(decodeJwt(token)).toMatchObject({
      serviceurl: 'https://evil.example',
      aud: teams.service.identity.appId,
    });
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(decodeProtectedHeader(teams.mintToken({ otherKey: true })).kid).toBe(keys()[0]?.kid);
  });
});

describe('wrong deliveries', () => {
  it('are made for one act, or for all until told otherwise', async () => {
    const { teams, last } = createWired();
    const say = (forging = {}) =>
      teams.say({ channel: teams.channel, userId: teams.userId, text: 'a', forging });
    const claims = () => decodeJwt(last().headers.Authorization?.slice(7) ?? '');
    await say({ token: { claims: { aud: 'other' } } });
    expect(claims().aud).toBe('other');
    await say();
    expect(claims().aud).toBe(teams.service.identity.appId);
    teams.set({
      forging: { activity: { serviceUrl: 'https://evil.example/', channelData: { tenant: { id: 'x' } } } },
    });
    await say();
    expect(last().body).toMatchObject({
      serviceUrl: 'https://evil.example/',
      channelData: { tenant: { id: 'x' }, channel: { id: teams.channel } },
    });
    // The token still names the address Teams has.
    expect(claims().serviceurl).toBe('http://127.0.0.1/teams/');
    await say({ authorization: null });
    expect(last().headers).not.toHaveProperty('Authorization');
    await say({ authorization: 'Basic abc' });
    expect(last().headers.Authorization).toBe('Basic abc');
  });

  it('can be any activity at all', async () => {
    const { teams, last } = createWired();
    await teams.send({ type: 'event', name: 'x' });
    expect(last().body).toEqual({ type: 'event', name: 'x' });
    expect(teams.deliveries()).toMatchObject([{ kind: 'event', outcome: 200 }]);
  });
});
