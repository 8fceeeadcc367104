import { serve } from '../stand-in-kit/serve.ts';
import { createTeamsApp } from './app.ts';
import type { TeamsOptions } from './settings.ts';

export type { Forging, TeamsOptions } from './settings.ts';
export { createSigningKey, type SigningKey } from './tokens/signing-key.ts';
export { type Forgery, mintToken, signClaims, strangerKey } from './tokens/token-factory.ts';

/** Starts the Teams stand-in, on this machine only. */
export async function startTeams(options: TeamsOptions & { readonly port?: number } = {}) {
  const { app, service, handles, controlPath } = createTeamsApp(options);
  const { port, base, close } = await serve(app, { port: options.port });
  service.setBaseUrl(base);
  const { identity, directory } = service;
  const { appId, tenantId, password, issuer } = identity;
  return {
    ...handles,
    /** The base of the connector; ends in `/teams/`. */
    serviceUrl: service.serviceUrl(),
    /** Followed by the tenant and `/oauth2/v2.0/token`; has no trailing slash. */
    loginUrl: `${base}/login`,
    openIdUrl: `${base}/v1/.well-known/openidconfiguration`,
    controlUrl: `${base}${controlPath}`,
    port,
    appId,
    tenantId,
    password,
    issuer,
    /** The current people, teams and channels. */
    directory,
    close,
  };
}

export type Teams = Awaited<ReturnType<typeof startTeams>>;
