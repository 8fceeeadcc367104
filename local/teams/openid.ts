import { Hono } from 'hono';
import type { Service, TeamsEnv } from './service.ts';
import { withFault } from './wire-fault.ts';

/** `https://login.botframework.com/v1/.well-known/*`: who signs what is sent to bots, and with which keys. */
export const createOpenId = (service: Service): Hono<TeamsEnv> => {
  const { identity, keyRing, baseUrl } = service;
  const app = new Hono<TeamsEnv>();
  app.get('/openidconfiguration', (c) =>
    withFault(service, c, 'openid', async () => ({
      response: c.json({
        issuer: identity.issuer,
        authorization_endpoint: 'https://invalid.botframework.com',
        jwks_uri: `${baseUrl()}/v1/.well-known/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
      }),
    })),
  );
  app.get('/keys', (c) =>
    withFault(service, c, 'keys', async () => ({ response: c.json(keyRing.document()) })),
  );
  return app;
};
