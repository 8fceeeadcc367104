import { serve } from '../stand-in-kit/serve.ts';
import { createSlackApp } from './app.ts';
import type { Handles } from './handles.ts';
import type { Service } from './service.ts';
import type { SlackOptions } from './settings.ts';

export type { SlackOptions } from './settings.ts';

export type Slack = Handles & {
  /** The base of the Web API; ends in `/api/`. */
  readonly url: string;
  readonly controlUrl: string;
  readonly port: number;
  readonly botToken: string;
  readonly signingSecret: string;
  readonly teamId: string;
  readonly appId: string;
  readonly botUserId: string;
  /** People, groups and channels as they are. */
  readonly directory: Service['directory'];
  close(): Promise<void>;
};

/** Starts a Slack of our own, on this machine only. */
export async function startSlack(options: SlackOptions & { readonly port?: number } = {}): Promise<Slack> {
  const { app, service, handles } = createSlackApp(options);
  const { port, base, close } = await serve(app, { port: options.port });
  service.setBaseUrl(base);
  const { identity, token, directory } = service;
  return {
    ...handles,
    url: `${base}/api/`,
    controlUrl: `${base}/control`,
    port,
    botToken: token.token,
    signingSecret: identity.signingSecret,
    teamId: identity.teamId,
    appId: identity.appId,
    botUserId: identity.botUserId,
    directory,
    close,
  };
}
