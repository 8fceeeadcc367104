import { createTeamsApp } from '../../../../local/teams/app.ts';
import type { TeamsOptions } from '../../../../local/teams/settings.ts';
import { createSigningKey, type SigningKey } from '../../../../local/teams/tokens/signing-key.ts';
import { createAsk, createOpposite, type Loose, NOW } from '../stand-in-kit/harness.ts';

export { type Loose, NOW } from '../stand-in-kit/harness.ts';
export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';

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

/** A Teams without a socket, whose clock moves when told. */
export const createHarness = (options: TeamsOptions = {}) => {
  let now = NOW;
  const { app, service, handles, controlPath } = createTeamsApp({
    now: () => now,
    control: true,
    keys: keys(),
    ...options,
  });
  const [teamId = ''] = service.directory.teams.keys();
  const [, channel = '', otherChannel = ''] = service.directory.channels.keys();
  const [userId = '', otherId = ''] = service.directory.people.keys();
  const { identity } = service;
  const { ask, control } = createAsk(app, controlPath);
  const token = () => service.accessTokens.issue(3_600);

  const login = (fields: Record<string, string> = {}, tenant = identity.tenantId) =>
    ask(`/login/${tenant}/oauth2/v2.0/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: identity.appId,
        client_secret: identity.password,
        scope: 'https://api.botframework.com/.default',
        ...fields,
      }).toString(),
    });
  const call = (method: string, path: string, body?: object, bearer = token()) =>
    ask(`/teams/v3/conversations${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const open = (activity: object, more: object = {}) =>
    call('POST', '', {
      ...{ isGroup: true, tenantId: identity.tenantId, channelData: { channel: { id: channel } } },
      ...{ activity, ...more },
    });
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
    get: (path: string) => ask(path),
    control,
  };
};

/** Teams with a bot opposite to it. */
export const createWired = (options: TeamsOptions = {}) => {
  const opposite = createOpposite();
  const { received, deliver, answer } = opposite;
  const teams = createHarness({ requestUrl: 'https://bot.example/teams', deliver, ...options });
  const read = ({ body, ...request }: (typeof received)[number]) => ({
    ...request,
    body: JSON.parse(body) as Loose,
  });
  return { teams, received, answer, last: () => read(opposite.last()) };
};
