import { ErrorCode, LogLevel, WebClient, WebClientEvent, type WebClientOptions } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { METHODS } from '../../local/slack/methods/methods.ts';
import { type Slack, startSlack } from '../../local/slack/server.ts';
import { inventedFields } from '../support/slack-response-fields.ts';

/** The Slack of our own, held against the official client: what that one understands is what Slack says. */
const CHANNEL = 'C0000SOC1';
const PRIVATE = 'G0000SOC2';
const ADA = 'U0000ADA1';
const GROUP = 'S0000ANA1';

let slack: Slack;
beforeEach(async () => {
  slack = await startSlack({
    rates: false,
    requestUrl: 'http://127.0.0.1:9/nowhere',
    deliver: async () => new Response(''),
    users: [{ id: ADA, name: 'ada' }],
    groups: [{ id: GROUP, handle: 'analysts', users: [ADA] }],
    channels: [
      { name: 'soc', id: CHANNEL },
      { name: 'soc-private', id: PRIVATE, isPrivate: true },
    ],
  });
});
afterEach(() => slack.close());

const quiet = () => undefined;
const SILENT = {
  ...{ debug: quiet, info: quiet, warn: quiet, error: quiet, setLevel: quiet, setName: quiet },
  getLevel: () => LogLevel.ERROR,
};

const client = (options: WebClientOptions = {}, token: string | null = slack.botToken) =>
  new WebClient(token ?? undefined, {
    slackApiUrl: slack.url,
    logger: SILENT,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    ...options,
  });

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const BLOCKS = [
  {
    type: 'actions' as const,
    block_id: 'row',
    elements: [{ type: 'button' as const, action_id: 'a', text: plain('Press'), value: 'v' }],
  },
];
const METADATA = { event_type: 'mark', event_payload: { mark: 'm1' } };
const VIEW = {
  ...{ type: 'modal' as const, callback_id: 'f', private_metadata: 'p', title: plain('Form') },
  ...{ submit: plain('Send'), close: plain('Cancel') },
  blocks: [
    {
      ...{ type: 'input' as const, block_id: 'b', label: plain('Why') },
      element: { type: 'plain_text_input' as const, action_id: 'a' },
    },
  ],
};

const post = (more: object = {}) =>
  client().chat.postMessage({ channel: CHANNEL, text: 'x', blocks: BLOCKS, metadata: METADATA, ...more });
const posted = async () => String((await post()).ts);
const opened = async () =>
  (await client().views.open({ trigger_id: slack.mintTrigger(ADA), view: VIEW })).view as {
    id: string;
    hash: string;
  };

/** One good call of each method. */
const GOOD: Readonly<Record<string, () => Promise<unknown>>> = {
  'auth.test': () => client().auth.test(),
  'chat.postMessage': () => post(),
  'chat.postEphemeral': () => client().chat.postEphemeral({ channel: CHANNEL, user: ADA, text: 'x' }),
  'chat.update': async () =>
    client().chat.update({
      channel: CHANNEL,
      ts: await posted(),
      text: 'y',
      blocks: BLOCKS,
      metadata: METADATA,
    }),
  'conversations.history': async () => {
    const ts = await posted();
    await post({ thread_ts: ts });
    return client().conversations.history({ channel: CHANNEL, include_all_metadata: true });
  },
  'conversations.replies': async () => {
    const ts = await posted();
    await post({ thread_ts: ts, reply_broadcast: true });
    await client().chat.update({ channel: CHANNEL, ts, text: 'edited' });
    return client().conversations.replies({ channel: CHANNEL, ts, limit: 1 });
  },
  'usergroups.users.list': () => client().usergroups.users.list({ usergroup: GROUP }),
  'users.info': () => client().users.info({ user: ADA }),
  'views.open': () => client().views.open({ trigger_id: slack.mintTrigger(ADA), view: VIEW }),
  'views.update': async () => {
    const { id, hash } = await opened();
    return client().views.update({ view_id: id, hash, view: VIEW });
  },
};

describe('every method', () => {
  it('that the stand-in has is tried', () => {
    expect(Object.keys(GOOD).toSorted()).toEqual([...METHODS.keys()].toSorted());
  });

  it.each(Object.entries(GOOD))(
    '%s is understood, and answers with nothing that Slack has not',
    async (method, call) => {
      const answer = await call();
      expect(answer).toMatchObject({ ok: true });
      expect(inventedFields(method, answer)).toEqual([]);
    },
  );

  it.each(Object.entries(GOOD))(
    '%s says which scopes there are, and which would do',
    async (method, call) => {
      const { response_metadata: said } = (await call()) as { response_metadata: Record<string, string[]> };
      expect(said.scopes).toContain('chat:write');
      const { scopes = [] } = METHODS.get(method) ?? {};
      expect(said.acceptedScopes ?? []).toEqual(scopes);
    },
  );

  it.each([...METHODS].filter(([, { scopes }]) => scopes.length > 0).map(([method]) => method))(
    '%s is refused without its scope, and says which',
    async (method) => {
      const call = client();
      slack.setScopes(['emoji:read']);
      await expect(
        call.apiCall(method, { channel: CHANNEL, user: ADA, usergroup: GROUP }),
      ).rejects.toMatchObject({
        code: ErrorCode.PlatformError,
        data: {
          ok: false,
          error: 'missing_scope',
          needed: METHODS.get(method)?.scopes.join(','),
          provided: 'emoji:read',
        },
      });
    },
  );

  it.each([...METHODS.keys()])('%s is refused without the right token', async (method) => {
    for (const [token, error] of [
      ['xoxb-another', 'invalid_auth'],
      [null, 'not_authed'],
    ] as const)
      await expect(client({}, token).apiCall(method)).rejects.toMatchObject({ data: { error } });
    slack.setTokenState('revoked');
    await expect(client().apiCall(method)).rejects.toMatchObject({ data: { error: 'token_revoked' } });
  });

  it('that does not exist is unknown', async () => {
    await expect(client().apiCall('cases.decide')).rejects.toMatchObject({
      data: { error: 'unknown_method' },
    });
  });
});

describe('a bad call is refused in a way that the client knows', () => {
  const none = '1.000001';
  it.each<[string, () => Promise<unknown>]>([
    ['channel_not_found', () => post({ channel: 'C0000NONE' })],
    ['channel_not_found', () => client().conversations.history({ channel: 'C0000NONE' })],
    ['no_text', () => post({ text: '', blocks: undefined })],
    ['msg_too_long', () => post({ text: 'x'.repeat(40_001) })],
    ['thread_not_found', () => post({ thread_ts: none })],
    ['thread_not_found', () => client().conversations.replies({ channel: CHANNEL, ts: none })],
    ['invalid_blocks_format', () => post({ blocks: 'text' })],
    ['invalid_metadata_format', () => post({ metadata: { event_type: 'x' } })],
    ['message_not_found', () => client().chat.update({ channel: CHANNEL, ts: none, text: 'x' })],
    ['user_not_found', () => client().users.info({ user: 'U0000NONE' })],
    ['no_such_subteam', () => client().usergroups.users.list({ usergroup: 'S0000NONE' })],
    ['invalid_cursor', () => client().conversations.history({ channel: CHANNEL, cursor: 'x' })],
    ['invalid_trigger_id', () => client().views.open({ trigger_id: '1.2.3', view: VIEW })],
    ['not_found', () => client().views.update({ view_id: 'V0000NONE', view: VIEW })],
    [
      'hash_conflict',
      async () => client().views.update({ view_id: (await opened()).id, hash: 'old', view: VIEW }),
    ],
    [
      'exchanged_trigger_id',
      async () => {
        const trigger_id = slack.mintTrigger(ADA);
        await client().views.open({ trigger_id, view: VIEW });
        return client().views.open({ trigger_id, view: VIEW });
      },
    ],
    [
      'is_archived',
      () => {
        slack.archive(CHANNEL);
        return post();
      },
    ],
    [
      'not_in_channel',
      () => {
        slack.leave(CHANNEL);
        return post();
      },
    ],
    [
      'channel_not_found',
      () => {
        slack.leave(PRIVATE);
        return post({ channel: PRIVATE });
      },
    ],
  ])('%s', async (error, call) => {
    await expect(call()).rejects.toMatchObject({ code: ErrorCode.PlatformError, data: { ok: false, error } });
  });

  it('with the place of the mistake', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_001) } }];
    await expect(post({ blocks })).rejects.toMatchObject({
      data: {
        error: 'invalid_blocks',
        response_metadata: { messages: [expect.stringContaining('/blocks/0/text')] },
      },
    });
    await expect(
      client().views.open({ trigger_id: slack.mintTrigger(ADA), view: {} as never }),
    ).rejects.toMatchObject({
      data: {
        error: 'invalid_arguments',
        response_metadata: { messages: expect.arrayContaining([expect.stringContaining('[ERROR]')]) },
      },
    });
  });
});

describe('too many calls', () => {
  it('are told how long to wait', async () => {
    slack.set({ rates: true });
    const seen: number[] = [];
    const impatient = client();
    impatient.on(WebClientEvent.RATE_LIMITED, (seconds: number) => seen.push(seconds));
    await impatient.chat.postMessage({ channel: CHANNEL, text: '1' });
    await expect(impatient.chat.postMessage({ channel: CHANNEL, text: '2' })).rejects.toMatchObject({
      code: ErrorCode.RateLimitedError,
      retryAfter: 1,
    });
    expect(seen).toEqual([1]);
  });

  it('are taken when the client waits as long as it is told', async () => {
    slack.set({ rates: true });
    const patient = client({ rejectRateLimitedCalls: false, retryConfig: { retries: 3, minTimeout: 1 } });
    await patient.chat.postMessage({ channel: CHANNEL, text: '1' });
    await patient.chat.postMessage({ channel: CHANNEL, text: '2' });
    expect(slack.messages(CHANNEL).map(({ text }) => text)).toEqual(['1', '2']);
  });

  it.each([...METHODS.keys()])('of %s are told in the same way', async (method) => {
    slack.plan({ kind: 'ratelimited', method, retry_after: 7 });
    await expect(client().apiCall(method)).rejects.toMatchObject({
      code: ErrorCode.RateLimitedError,
      retryAfter: 7,
    });
  });
});

describe('trouble', () => {
  it('that passes is over at the next try', async () => {
    slack.plan({ kind: 'down', method: 'chat.postMessage', status: 503, times: 2 });
    const stubborn = client({ retryConfig: { retries: 3, minTimeout: 1, maxTimeout: 5 } });
    expect((await stubborn.chat.postMessage({ channel: CHANNEL, text: 'x' })).ok).toBe(true);
    expect(slack.messages(CHANNEL)).toHaveLength(1);
  });

  it('that stays is an error of HTTP, of the connection, or of Slack', async () => {
    slack.plan({ kind: 'down', method: 'auth.test', status: 503, times: 1 });
    await expect(client().auth.test()).rejects.toMatchObject({ code: ErrorCode.HTTPError, statusCode: 503 });
    slack.plan({ kind: 'down', method: 'auth.test', times: 1 });
    await expect(client().auth.test()).rejects.toMatchObject({ code: ErrorCode.RequestError });
    slack.plan({ kind: 'error', method: 'auth.test', error: 'internal_error', times: 1 });
    await expect(client().auth.test()).rejects.toMatchObject({ data: { error: 'internal_error' } });
  });
});

describe('pages', () => {
  it.each(['conversations.history', 'conversations.replies'])(
    'of %s follow each other to the end',
    async (method) => {
      const ts = await posted();
      for (let more = 0; more < 5; more++)
        await post({ text: `m${more}`, ...(method.endsWith('replies') && { thread_ts: ts }) });
      const seen: unknown[] = [];
      const sizes: number[] = [];
      for await (const page of client().paginate(method, { channel: CHANNEL, ts, limit: 2 })) {
        const { messages } = page as unknown as { messages: { ts: string }[] };
        sizes.push(messages.length);
        seen.push(...messages.map((message) => message.ts));
      }
      expect(sizes).toEqual([2, 2, 2]);
      expect(new Set(seen).size).toBe(6);
    },
  );
});

describe('in an organization that installed the app', () => {
  it('only a group needs the workspace, which the client can add to every call', async () => {
    await slack.close();
    slack = await startSlack({
      organization: { orgWide: true },
      users: [{ id: ADA, name: 'ada' }],
      groups: [{ id: GROUP, handle: 'analysts', users: [ADA] }],
      channels: [{ name: 'soc', id: CHANNEL }],
      rates: false,
    });
    for (const [method, call] of Object.entries(GOOD))
      if (method !== 'usergroups.users.list') expect(await call()).toMatchObject({ ok: true });
    await expect(client().usergroups.users.list({ usergroup: GROUP })).rejects.toMatchObject({
      code: ErrorCode.PlatformError,
    });
    const { users } = await client({ teamId: slack.teamId }).usergroups.users.list({ usergroup: GROUP });
    expect(users).toEqual([ADA]);
    expect(inventedFields('auth.test', await client().auth.test())).toEqual([]);
    expect(inventedFields('users.info', await client().users.info({ user: ADA }))).toEqual([]);
  });
});
