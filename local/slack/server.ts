import { serve } from '../stand-in-kit/serve.ts';
import { createSlackApp } from './app.ts';
import type { SlackOptions } from './settings.ts';

export type { SlackOptions } from './settings.ts';

/** Starts the Slack stand-in, on this machine only. */
export async function startSlack(options: SlackOptions & { readonly port?: number } = {}) {
  const { app, service, handles, controlPath } = createSlackApp(options);
  const { port, base, close } = await serve(app, { port: options.port });
  service.setBaseUrl(base);
  const { identity, token, directory, grid } = service;
  return {
    ...handles,
    /** The base of the Web API; ends in `/api/`. */
    url: `${base}/api/`,
    controlUrl: `${base}${controlPath}`,
    port,
    botToken: token.token,
    signingSecret: identity.signingSecret,
    teamId: identity.teamId,
    enterpriseId: grid.enterprise?.id,
    appId: identity.appId,
    botUserId: identity.botUserId,
    /** The current people, groups and channels. */
    directory,
    close,
  };
}

export type Slack = Awaited<ReturnType<typeof startSlack>>;
