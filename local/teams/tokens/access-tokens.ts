import { jwtVerify } from 'jose';
import type { SigningKey } from './signing-key.ts';
import { signClaims } from './token-factory.ts';

export const RESOURCE = 'https://api.botframework.com';

type Owner = { readonly appId: string; readonly tenantId: string };

/** What the login hands out and the connector asks for. */
export const createAccessTokens = (now: () => number, owner: Owner, key: () => SigningKey) => {
  // Tokens issued before are refused, as when a session is revoked.
  let refusedBefore = 0;
  let issued = 0;
  const issuer = `https://sts.windows.net/${owner.tenantId}/`;
  return {
    issue: (lifetimeSeconds: number): string => {
      const at = Math.floor(now() / 1000);
      issued += 1;
      return signClaims(key(), {
        aud: RESOURCE,
        iss: issuer,
        iat: at,
        nbf: at,
        exp: at + lifetimeSeconds,
        appid: owner.appId,
        appidacr: '1',
        tid: owner.tenantId,
        uti: String(issued),
        ver: '1.0',
      });
    },
    issued: () => issued,
    revokeAll: (): void => {
      refusedBefore = issued;
    },
    accepts: async (token: string): Promise<boolean> => {
      try {
        const { payload } = await jwtVerify(token, key().publicKey, {
          algorithms: ['RS256'],
          audience: RESOURCE,
          issuer,
          currentDate: new Date(now()),
          requiredClaims: ['exp', 'appid'],
        });
        return payload.appid === owner.appId && Number(payload.uti) > refusedBefore;
      } catch {
        return false;
      }
    },
  };
};
