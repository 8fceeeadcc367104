import { randomUUID } from 'node:crypto';
import { createSigningKey, type Forgery, mintToken, startTeams } from '../../local/teams/server.ts';
import { APP_ID, type Fields, ISSUER, invoke, SERVICE_URL, TENANT_ID } from '../unit/chats/teams/requests.ts';

export const OTHER_TENANT = '00000000-1111-4222-8333-444455556666';
const HOUR_S = 3_600;

/** The key server of Teams on this machine, and what it would send: real tokens, each signed anew. */
export async function startTeamsSide() {
  const [genuine, outsider] = [createSigningKey(), createSigningKey()];
  const teams = await startTeams({ appId: APP_ID, tenantId: TENANT_ID, keys: [genuine, outsider] });
  // The newer key is as real, and not for Teams.
  teams.rotateKeys();
  teams.setEndorsements(['webchat']);

  const identity = { issuer: ISSUER, audience: APP_ID, serviceUrl: SERVICE_URL, now: Date.now };

  /** A click, no two of them the same. */
  function click(forgery: Forgery = {}, changes: Fields = {}) {
    const target = '{"d":"acme","c":"7f3e2a10","n":"soc","t":1}';
    const activity = invoke('verdict:TRUE_POSITIVE', { target }, { id: `f:${randomUUID()}`, ...changes });
    const authorization = `Bearer ${mintToken(genuine, identity, forgery)}`;
    return {
      rawPath: '/secret/teams/messages',
      requestContext: { http: { method: 'POST' } },
      headers: { 'content-type': 'application/json; charset=utf-8', authorization },
      body: JSON.stringify(activity),
    };
  }

  const nowS = Math.floor(Date.now() / 1_000);
  const claims = (changed: Fields) => click({ claims: changed });
  return {
    env: { APP_ID, TENANT_ID, TEAMS_URL: new URL(teams.serviceUrl).origin },
    click,
    /** What nobody may take. */
    forged: {
      'signed by somebody else': click({ otherKey: true }),
      'one bit of the signature changed': click({ signature: 'broken' }),
      'no signature': click({ signature: 'none' }),
      'HS256 with the public key': click({ signature: 'hs256-public-key' }),
      'for another bot': claims({ aud: OTHER_TENANT }),
      'of another issuer': claims({ iss: 'https://example.com' }),
      expired: claims({ nbf: nowS - 3 * HOUR_S, exp: nowS - HOUR_S }),
      'not valid yet': claims({ nbf: nowS + HOUR_S, exp: nowS + 2 * HOUR_S }),
      'for another service address': claims({ serviceurl: 'https://smba.example.com/' }),
    },
    /** What we do not take, and others may. */
    doubtful: {
      'of a key that is not for Teams': click({ key: outsider }),
      'of another tenant': click({}, { channelData: { tenant: { id: OTHER_TENANT } } }),
      'without an end': claims({ exp: null }),
    },
    unknownKeys: (count: number) =>
      Array.from({ length: count }, () => click({ header: { kid: randomUUID() } })),
    /** How often the keys were asked for since this was last called. */
    countKeyReads(): number {
      const count = teams.countRequests('keys');
      teams.clearRequests();
      return count;
    },
    close: teams.close,
  };
}

export type TeamsSide = Awaited<ReturnType<typeof startTeamsSide>>;
