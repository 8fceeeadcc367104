import { type JWTPayload, jwtVerify } from 'jose';
import { createLoginKey } from './signing-key.ts';
import { signClaims } from './token-factory.ts';

export const RESOURCE = 'https://api.botframework.com';
export const GRAPH = 'https://graph.microsoft.com';
export type Resource = typeof RESOURCE | typeof GRAPH;

type Owner = { readonly appId: string; readonly tenantId: string };

/** The tokens that the login issues and the connector requires. */
export const createAccessTokens = (now: () => number, owner: Owner) => {
  const key = createLoginKey();
  // Earlier tokens are refused, as when a session is revoked.
  let refusedBefore = 0;
  let issued = 0;
  const issuer = `https://sts.windows.net/${owner.tenantId}/`;
  /** Undefined for a token that is not valid there. */
  const read = async (token: string, resource: Resource): Promise<JWTPayload | undefined> => {
    try {
      const { payload } = await jwtVerify(token, key.publicKey, {
        algorithms: ['ES256'],
        audience: resource,
        issuer,
        currentDate: new Date(now()),
        requiredClaims: ['exp', 'appid'],
      });
      return payload.appid === owner.appId && Number(payload.uti) > refusedBefore ? payload : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    /** `roles`: what the application may do there. */
    issue: (
      lifetimeSeconds: number,
      resource: Resource = RESOURCE,
      roles: readonly string[] = [],
    ): string => {
      const at = Math.floor(now() / 1000);
      issued += 1;
      return signClaims(key, {
        aud: resource,
        ...(roles.length > 0 && { roles: [...roles] }),
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
    read,
    accepts: async (token: string): Promise<boolean> => (await read(token, RESOURCE)) !== undefined,
  };
};
