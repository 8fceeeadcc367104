import { describe, expect, it } from 'vitest';
import { CLOUDS, cloudOf } from '../../../../lib/chats/teams/clouds.ts';
import { serviceAddress } from '../../../../lib/chats/teams/service-address.ts';
import { createTeamsKeys } from '../../../../lib/chats/teams/signing-keys.ts';
import { createTeamsVerifier } from '../../../../lib/chats/teams/verify.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { APP_ID, arrive, CLICK, claims, createPair, jwkOf, NOW_MS, TENANT_ID, tokenOf } from './requests.ts';

const NAMES = ['public', 'usgov', 'dod', 'china'] as const;
const pair = createPair('key-1');

/** The edge of a bot in this cloud, and the addresses that it asks. */
function createEdge(cloud: (typeof NAMES)[number]) {
  const clock = createManualClock(NOW_MS);
  const asked: string[] = [];
  const { origin } = new URL(CLOUDS[cloud].openIdUrl);
  const transport = {
    async send({ url }: { url: URL }) {
      asked.push(url.origin);
      const document = { issuer: CLOUDS[cloud].issuer, jwks_uri: `${origin}/v1/.well-known/keys` };
      const body = url.href === CLOUDS[cloud].openIdUrl ? document : { keys: [jwkOf(pair)] };
      return { status: 200, headers: {}, body: JSON.stringify(body) };
    },
  };
  const keys = createTeamsKeys({ cloud: CLOUDS[cloud], transport, clock });
  const verify = createTeamsVerifier({ appId: APP_ID, tenantId: TENANT_ID, cloud, keys, clock });
  return { asked, origin, verify };
}

const clickIn = (cloud: (typeof NAMES)[number]) => {
  const { issuer, serviceUrl } = CLOUDS[cloud];
  return arrive(tokenOf(pair, claims({ iss: issuer, serviceurl: serviceUrl })), { ...CLICK, serviceUrl });
};

describe.each(NAMES)('the cloud %s', (name) => {
  it('takes what its own keys sign, and asks nobody else for them', async () => {
    const { asked, origin, verify } = createEdge(name);
    expect(await verify(clickIn(name))).toMatchObject({ ok: true });
    expect(new Set(asked)).toEqual(new Set([origin]));
  });

  it.each(NAMES.filter((other) => other !== name))('takes nothing from %s', async (other) => {
    const { verify } = createEdge(name);
    // GCC High and DoD have the same issuer and keys. Their tenants are different ones, as their addresses are.
    const isSameIssuer = CLOUDS[other].issuer === CLOUDS[name].issuer;
    expect(await verify(clickIn(other))).toMatchObject(
      isSameIssuer ? { ok: true } : { ok: false, status: 401 },
    );
    // Nor does its token go there.
    expect(serviceAddress(CLOUDS[other].serviceUrl, { cloud: CLOUDS[name] })).toBeNull();
    expect(serviceAddress(CLOUDS[name].serviceUrl, { cloud: CLOUDS[name] })).not.toBeNull();
    expect(new URL(CLOUDS[other].graphUrl).host).not.toBe(new URL(CLOUDS[name].graphUrl).host);
  });

  it('is played by a stand-in only where the configuration says so', () => {
    expect(cloudOf({ cloud: name, apiUrl: undefined })).toEqual({ ...CLOUDS[name], extraOrigins: [] });
    const { serviceHosts, extraOrigins, issuer } = cloudOf({ cloud: name, apiUrl: 'http://127.0.0.1:1' });
    expect([serviceHosts, extraOrigins]).toEqual([[], ['http://127.0.0.1:1']]);
    expect(issuer).toBe(CLOUDS[name].issuer);
  });
});
