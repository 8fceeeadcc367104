import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { createHarness, message } from './harness.ts';

describe('the login', () => {
  it('hands out a signed token that the connector takes', async () => {
    const teams = createHarness();
    const { status, body, headers } = await teams.login();
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 3_599]);
    expect(headers.get('Cache-Control')).toBe('no-store');
    // Microsoft's are of RSA; no bot reads them, and such a key takes a second to make.
    expect(decodeProtectedHeader(body.access_token).alg).toBe('ES256');
    expect(decodeJwt(body.access_token)).toMatchObject({
      aud: 'https://api.botframework.com',
      appid: teams.service.identity.appId,
      tid: teams.service.identity.tenantId,
    });
    const members = `/${teams.channel}/members`;
    expect((await teams.call('GET', members, undefined, body.access_token)).status).toBe(200);
  });

  it('takes a new password in the place of the old one, whose tokens are worth nothing then', async () => {
    const teams = createHarness();
    const { password } = teams.service.identity;
    const { body } = await teams.login();
    const next = teams.replacePassword();
    expect((await teams.login({ client_secret: password })).body.error_codes).toEqual([7000215]);
    const members = `/${teams.channel}/members`;
    expect((await teams.call('GET', members, undefined, body.access_token)).status).toBe(401);
    const { body: again } = await teams.login({ client_secret: next });
    expect((await teams.call('GET', members, undefined, again.access_token)).status).toBe(200);
  });

  it('says why not, as Entra does', async () => {
    const teams = createHarness();
    const cases: [Record<string, string>, number, string, number][] = [
      [{ client_secret: 'guess' }, 401, 'invalid_client', 7000215],
      [{ client_secret: '' }, 401, 'invalid_client', 7000216],
      [{ client_id: 'other' }, 400, 'unauthorized_client', 700016],
      [{ scope: 'https://vault.azure.net/.default' }, 400, 'invalid_resource', 500011],
      [{ scope: 'https://api.botframework.com' }, 400, 'invalid_scope', 1002012],
      [{ scope: '' }, 400, 'invalid_request', 900144],
      [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 70003],
    ];
    for (const [fields, status, error, code] of cases) {
      const answer = await teams.login(fields);
      expect([answer.status, answer.body.error, answer.body.error_codes]).toEqual([status, error, [code]]);
      expect(answer.body.error_description).toMatch(new RegExp(`^AADSTS${code}: .*Trace ID`));
      expect(JSON.stringify(answer.body)).not.toContain('guess');
    }
    expect((await teams.login({}, 'elsewhere')).body).toMatchObject({ error_codes: [90002] });
    teams.set({ secret: 'removed' });
    expect((await teams.login()).body.error_codes).toEqual([7000215]);
    teams.set({ secret: 'expired' });
    expect((await teams.login()).body.error_codes).toEqual([7000222]);
  });

  it('takes a form only', async () => {
    const teams = createHarness();
    const { tenantId } = teams.service.identity;
    const answer = await teams.app.request(`/login/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"grant_type":"client_credentials"}',
    });
    expect(answer.status).toBe(400);
  });

  it('hands out tokens that end, and that can be taken back', async () => {
    const teams = createHarness({ tokenLifetimeSeconds: 60 });
    const first = (await teams.login()).body.access_token;
    const use = async (token: string) =>
      (await teams.call('GET', `/${teams.channel}/members`, undefined, token)).status;
    expect(await use(first)).toBe(200);
    teams.pass(61_000);
    expect(await use(first)).toBe(401);
    const second = (await teams.login()).body.access_token;
    teams.revokeTokens();
    expect(await use(second)).toBe(401);
    expect(await use((await teams.login()).body.access_token)).toBe(200);
  });
});

describe('the door of the connector', () => {
  it('is closed to other tokens', async () => {
    const teams = createHarness();
    const good = teams.token();
    const [header, claims, signature] = good.split('.');
    for (const token of ['', 'x', `${header}.${claims}.`, `${header}.${claims}.${signature?.slice(4)}`]) {
      const answer = await teams.call('POST', '', message(), token);
      expect([answer.status, Object.keys(answer.body)]).toEqual([401, ['message']]);
    }
    // The token of the other direction opens nothing here.
    expect((await teams.call('POST', '', message(), teams.mintToken())).status).toBe(401);
  });
});

describe('the keys', () => {
  it('are found through the document, and roll over on command', async () => {
    const teams = createHarness();
    const { body: document } = await teams.get('/v1/.well-known/openidconfiguration');
    expect(document).toMatchObject({
      issuer: 'https://api.botframework.com',
      id_token_signing_alg_values_supported: ['RS256'],
    });
    const path = new URL(document.jwks_uri).pathname;
    const shown = async () => (await teams.get(path)).body.keys;
    const [first] = await shown();
    expect(first).toMatchObject({ kty: 'RSA', use: 'sig', e: 'AQAB' });
    expect(first.endorsements).toContain('msteams');
    expect(first).not.toHaveProperty('d');
    const { kid } = teams.rotateKeys();
    expect((await shown()).map((key: { kid: string }) => key.kid)).toEqual([first.kid, kid]);
    expect(decodeProtectedHeader(teams.mintToken()).kid).toBe(kid);
    teams.setEndorsements(['skype']);
    expect((await shown())[1].endorsements).toEqual(['skype']);
    expect([teams.countRequests('openid'), teams.countRequests('keys')]).toEqual([1, 3]);
  });

  it('can be gone at once', async () => {
    const teams = createHarness();
    const before = decodeProtectedHeader(teams.mintToken()).kid;
    teams.rotateKeys({ dropOld: true });
    const { keys } = (await teams.get('/v1/.well-known/keys')).body;
    expect(keys).toHaveLength(1);
    expect(keys[0].kid).not.toBe(before);
  });

  it('can be down, and every fetch is counted', async () => {
    const teams = createHarness();
    teams.plan({ kind: 'error', status: 503, operation: 'keys', times: 2 });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await teams.get('/v1/.well-known/keys')).status);
    expect(statuses).toEqual([503, 503, 200]);
    expect(teams.countRequests('keys')).toBe(3);
    expect(teams.countRequests('openid')).toBe(0);
  });
});
