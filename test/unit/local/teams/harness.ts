import { createTeamsApp } from '../../../../local/teams/app.ts';
import type { TeamsOptions } from '../../../../local/teams/settings.ts';
import { createSigningKey, type SigningKey } from '../../../../local/teams/tokens/signing-key.ts';

export const NOW = Date.UTC(2026, 10, 15, 9, 0, 0);
export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

// Answers are read loosely on purpose: the tests say what is in them.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

// Making keys is slow, so each file makes two and all its servers share them.
let made: SigningKey[] | undefined;
export const keys = (): SigningKey[] => {
  made ??= [createSigningKey(), createSigningKey()];
  return made;
};

export const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, ...more });
export const rich = (...texts: string[]) => ({
  type: 'RichTextBlock',
  inlines: texts.map((text) => ({ type: 'TextRun', text })),
});
export const execute = (verb: string, more: object = {}) => ({
  type: 'Action.Execute',
  title: verb,
  verb,
  ...more,
});
export const card = (body: object[] = [block('Words')], more: object = {}) => ({
  type: 'AdaptiveCard',
  version: '1.5',
  body,
  ...more,
});
export const message = (content: object = card()) => ({
  type: 'message',
  attachments: [{ contentType: CARD_TYPE, content }],
});

const read = async (answer: Response | Promise<Response>) => {
  const got = await answer;
  const text = await got.text();
  return { status: got.status, headers: got.headers, body: (text === '' ? null : JSON.parse(text)) as Loose };
};

/** A Teams without a socket, whose clock moves when told. */
export const createHarness = (options: TeamsOptions = {}) => {
  let now = NOW;
  const { app, service, handles } = createTeamsApp({
    now: () => now,
    control: true,
    keys: keys(),
    ...options,
  });
  const [teamId = ''] = service.directory.teams.keys();
  const [, channel = '', otherChannel = ''] = service.directory.channels.keys();
  const [userId = '', otherId = ''] = service.directory.people.keys();
  const { identity } = service;
  const token = () => service.accessTokens.issue(3_600);

  const login = (fields: Record<string, string> = {}, tenant = identity.tenantId) =>
    read(
      app.request(`/login/${tenant}/oauth2/v2.0/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: identity.appId,
          client_secret: identity.password,
          scope: 'https://api.botframework.com/.default',
          ...fields,
        }).toString(),
      }),
    );
  const call = (method: string, path: string, body?: object, bearer = token()) =>
    read(
      app.request(`/teams/v3/conversations${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const open = (activity: object, more: object = {}) =>
    call('POST', '', { isGroup: true, channelData: { channel: { id: channel } }, activity, ...more });
  return {
    ...handles,
    app,
    service,
    teamId,
    channel,
    otherChannel,
    userId,
    otherId,
    token,
    login,
    call,
    /** A new post in the channel. */
    open,
    /** The same a second later; its id. */
    post: async (content: object = card()): Promise<string> => {
      now += 1_000;
      const { status, body } = await open(message(content));
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.activityId;
    },
    pass: (ms: number) => {
      now += ms;
    },
    get: (path: string) => read(app.request(path)),
    control: (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      read(
        app.request(`/control${path}`, {
          method,
          headers: { Host: '127.0.0.1', ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
  };
};

/** A bot opposite to Teams: what it was sent, and what it answers. */
export const createWired = (options: TeamsOptions = {}) => {
  const received: { url: string; headers: Record<string, string>; body: Loose }[] = [];
  let answers: (() => Response | Promise<Response>)[] = [];
  const teams = createHarness({
    requestUrl: 'https://bot.example/teams',
    deliver: async (url, init) => {
      const headers = init.headers as Record<string, string>;
      received.push({ url, headers, body: JSON.parse(String(init.body)) });
      return (await answers.shift()?.()) ?? new Response('');
    },
    ...options,
  });
  return {
    teams,
    received,
    /** The answers to the next activities; after them an empty 200. */
    answer: (...next: (() => Response | Promise<Response>)[]) => {
      answers = next;
    },
    last: () => {
      const last = received.at(-1);
      if (last === undefined) throw new Error('nothing was delivered');
      return last;
    },
  };
};
