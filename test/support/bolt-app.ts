import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { installPeers } from '../bench/install-peers.ts';

/** As far as it is used here: Bolt itself is installed beside the benches only, so its types are not there. */
interface BoltArguments {
  readonly body: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
  readonly client: { apiCall(method: string, args: object): Promise<Readonly<Record<string, unknown>>> };
  ack(answer?: object | string): Promise<void>;
  respond(message: object | string): Promise<unknown>;
}
type Listener = (args: BoltArguments) => Promise<void>;
interface BoltApp {
  action(pattern: RegExp, listener: Listener): void;
  view(constraints: object, listener: Listener): void;
  command(pattern: RegExp, listener: Listener): void;
  error(listener: (error: Error) => Promise<void>): void;
  start(options: object): Promise<{ address(): AddressInfo | string | null }>;
  stop(): Promise<void>;
}
interface Bolt {
  readonly App: new (options: object) => BoltApp;
  readonly LogLevel: { readonly ERROR: string };
}

/** What Bolt took a request for. */
export interface Heard {
  readonly kind: 'action' | 'view_submission' | 'view_closed' | 'command';
  readonly body: BoltArguments['body'];
  /** Whose it is, in the words of Bolt. */
  readonly source: Readonly<Record<string, unknown>>;
}

export interface BoltOptions {
  readonly signingSecret: string;
  readonly botToken: string;
  readonly apiUrl: string;
  /** What to do beside acknowledging. */
  readonly onAction?: Listener;
  /** The answer to a form. */
  readonly onSubmission?: () => object | undefined;
}

/** An app on Slack's own framework, which acknowledges everything. */
export async function startBolt({ signingSecret, botToken, apiUrl, onAction, onSubmission }: BoltOptions) {
  installPeers();
  const { App, LogLevel } = createRequire(new URL('../bench/package.json', import.meta.url))(
    '@slack/bolt',
  ) as Bolt;
  const heard: Heard[] = [];
  const errors: Error[] = [];
  let source: Heard['source'] = {};
  const app = new App({
    signingSecret,
    endpoints: '/slack',
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: apiUrl },
    async authorize(asked: Heard['source']) {
      source = asked;
      return { botToken, botId: 'B0000000001', botUserId: 'U0000000001' };
    },
  });
  const hear = (kind: Heard['kind'], { body }: BoltArguments) => heard.push({ kind, body, source });
  app.action(/.*/, async (args) => {
    hear('action', args);
    await args.ack();
    await onAction?.(args);
  });
  for (const type of ['view_submission', 'view_closed'] as const)
    app.view({ callback_id: /.*/, type }, async (args) => {
      hear(type, args);
      await args.ack(type === 'view_submission' ? onSubmission?.() : undefined);
    });
  app.command(/.*/, async (args) => {
    hear('command', args);
    await args.ack('Understood');
  });
  app.error(async (error) => void errors.push(error));
  const server = await app.start({ port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/slack`, heard, errors, stop: () => app.stop() };
}
