import { serve } from '../stand-in-kit/serve.ts';
import { createTeamsApp } from './app.ts';
import type { Handles } from './handles.ts';
import type { Service } from './service.ts';
import type { TeamsOptions } from './settings.ts';

export type { Forging, TeamsOptions } from './settings.ts';
export { createSigningKey, type SigningKey } from './tokens/signing-key.ts';
export { type Forgery, mintToken, signClaims, strangerKey } from './tokens/token-factory.ts';

export type Teams = Handles & {
  /** The base of the connector; ends in `/teams/`. */
  readonly serviceUrl: string;
  /** The tenant and `/oauth2/v2.0/token` follow; has no slash at its end. */
  readonly loginUrl: string;
  readonly openIdUrl: string;
  readonly controlUrl: string;
  readonly port: number;
  readonly appId: string;
  readonly tenantId: string;
  readonly password: string;
  readonly issuer: string;
  /** People, teams and channels as they are. */
  readonly directory: Service['directory'];
  close(): Promise<void>;
};

/** Starts a Teams of our own, on this machine only. */
export async function startTeams(options: TeamsOptions & { readonly port?: number } = {}): Promise<Teams> {
  const { app, service, handles } = createTeamsApp(options);
  const { port, base, close } = await serve(app, { port: options.port });
  service.setBaseUrl(base);
  const { identity, directory } = service;
  const { appId, tenantId, password, issuer } = identity;
  return {
    ...handles,
    serviceUrl: service.serviceUrl(),
    loginUrl: `${base}/login`,
    openIdUrl: `${base}/v1/.well-known/openidconfiguration`,
    controlUrl: `${base}/control`,
    port,
    appId,
    tenantId,
    password,
    issuer,
    directory,
    close,
  };
}
