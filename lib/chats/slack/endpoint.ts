import { remembered } from '../../base/remembered.ts';
import type { EndpointParts } from '../presses/chat-definition.ts';
import { createSlackApi } from './api.ts';
import { createSlackApp } from './app.ts';
import { slackConfig } from './chat-config.ts';
import { slackDirectory } from './directory.ts';
import { createInteractionHandler } from './handle-interaction.ts';
import { createInteractionReader } from './interaction-reader.ts';
import { createRenewedApi } from './renewed-api.ts';
import { createResponder } from './respond.ts';
import { createSlackVerifier } from './verify.ts';

/** Where Slack sends clicks, forms and commands, with all that answers them. */
export function createSlackEndpoint(parts: EndpointParts) {
  const { config, readSecret, transport, clock, log, metrics } = parts;
  const { app, cloud } = slackConfig(config);
  const verifier = remembered(async () => createSlackVerifier(await readSecret(app.signingSecret)));
  const apiWithin = (timeoutMs: number) =>
    remembered(async () => {
      const token = await readSecret(app.botToken);
      return createSlackApi({ token, baseUrl: cloud.apiUrl, timeoutMs, transport, clock });
    });
  const openApi = apiWithin(2_000);
  // Asked for while the function starts, so that the first click does not wait for both.
  void verifier().catch(() => undefined);
  void openApi().catch(() => undefined);
  const api = createRenewedApi(openApi);
  // Slack waits three seconds for the answer: one question about a person must not take most of them.
  const asking = createRenewedApi(apiWithin(1_200));
  const answer = createInteractionHandler({
    ...parts,
    api: async () => api,
    directory: slackDirectory({ api: asking, clock, log, teamIds: app.teamId }),
    responder: createResponder({ allowedOrigins: cloud.responseOrigins, timeoutMs: 1_000, transport, clock }),
  });
  const read = createInteractionReader({ teamIds: app.teamId, responseOrigins: cloud.responseOrigins });
  return createSlackApp({ verifier, read, answer, clock, log, metrics });
}
