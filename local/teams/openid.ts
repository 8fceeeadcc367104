import { Hono } from 'hono';
import type { StandInEnv } from '../stand-in-kit/chat-core.ts';
import { answerOperation } from './answer-operation.ts';
import type { Service } from './service.ts';

/** `https://login.botframework.com/v1/.well-known/*`: who signs requests to bots, and with which keys. */
export const createOpenId = (service: Service): Hono<StandInEnv> => {
  const { identity, keyRing, baseUrl } = service;
  const app = new Hono<StandInEnv>();
  app.get('/openidconfiguration', (c) =>
    answerOperation(service, c, 'openid', async () => ({
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
    answerOperation(service, c, 'keys', async () => ({ response: c.json(keyRing.document()) })),
  );
  return app;
};
