import { describe, expect, it } from 'vitest';
import { createHarness, type Loose } from './harness.ts';

describe('who is asking', () => {
  it('tells no token from a wrong, a revoked and a deactivated one', async () => {
    const slack = createHarness();
    const asked = async (Authorization: string) =>
      (await slack.send('/api/auth.test', {}, { Authorization })).body.error;
    expect(await asked('')).toBe('not_authed');
    expect(await asked('Bearer xoxb-guess')).toBe('invalid_auth');
    slack.setTokenState('revoked');
    expect(await slack.call('auth.test')).toMatchObject({ ok: false, error: 'token_revoked' });
    slack.setTokenState('inactive');
    expect(await slack.call('auth.test')).toMatchObject({ ok: false, error: 'account_inactive' });
    slack.setTokenState('active');
    expect(await slack.call('auth.test')).toMatchObject({
      ok: true,
      team_id: slack.service.identity.teamId,
      user_id: slack.service.identity.botUserId,
    });
  });

  it('takes a new token in the place of one that was revoked, and not the old one again', async () => {
    const slack = createHarness();
    const asked = async (token: string) =>
      (await slack.send('/api/auth.test', {}, { Authorization: `Bearer ${token}` })).body;
    const { token: old } = slack.service.token;
    slack.setTokenState('revoked');
    const next = slack.replaceToken();
    expect(await asked(old)).toMatchObject({ ok: false, error: 'token_revoked' });
    expect(await asked(next)).toMatchObject({ ok: true });
  });

  it('takes the token as a field of a form, but not of JSON', async () => {
    const slack = createHarness();
    const { token } = slack.service.token;
    const none = { Authorization: '' };
    expect((await slack.sendForm('auth.test', { token }, none)).body.ok).toBe(true);
    expect((await slack.send('/api/auth.test', { token }, none)).body.error).toBe('not_authed');
  });

  it.each([
    ['chat.postMessage', 'chat:write'],
    ['chat.update', 'chat:write'],
    ['chat.postEphemeral', 'chat:write'],
    ['conversations.history', 'channels:history,groups:history'],
    ['conversations.replies', 'channels:history,groups:history'],
    ['usergroups.users.list', 'usergroups:read'],
    ['users.info', 'users:read'],
  ])('%s needs %s', async (method, needed) => {
    const slack = createHarness({ scopes: ['commands'] });
    expect(await slack.call(method)).toEqual({
      ok: false,
      error: 'missing_scope',
      needed,
      provided: 'commands',
    });
  });

  it('asks for the scope of the kind of channel that is read', async () => {
    const slack = createHarness({ scopes: ['groups:history'] });
    expect(await slack.ask('conversations.history', { channel: slack.channel })).toMatchObject({
      error: 'missing_scope',
      needed: 'channels:history',
    });
    const { id } = slack.addChannel({ name: 'vault', isPrivate: true });
    expect((await slack.ask('conversations.history', { channel: id })).ok).toBe(true);
    slack.setScopes(['channels:history']);
    expect(await slack.ask('conversations.history', { channel: id })).toMatchObject({
      needed: 'groups:history',
    });
  });
});

describe('how it is asked', () => {
  it('knows its methods, and says so of others', async () => {
    const slack = createHarness();
    expect(await slack.call('chat.shout')).toMatchObject({ ok: false, error: 'unknown_method' });
  });

  it('reads forms, with JSON inside, and JSON', async () => {
    const slack = createHarness();
    const blocks = [{ type: 'section', text: { type: 'plain_text', text: 'Words' } }];
    const { channel } = slack;
    const form = await slack.ask('chat.postMessage', { channel, text: 'a', blocks: JSON.stringify(blocks) });
    expect(form).toMatchObject({ ok: true, channel, message: { text: 'a', blocks } });
    expect((await slack.post({ text: 'b', blocks })).message.blocks).toMatchObject(blocks);
  });

  it('refuses what it cannot read', async () => {
    const slack = createHarness();
    const raw = async (body: string, type: string) => {
      const headers = { 'Content-Type': type, Authorization: `Bearer ${slack.service.token.token}` };
      const answer = await slack.app.request('/api/auth.test', { method: 'POST', headers, body });
      return ((await answer.json()) as Loose).error;
    };
    expect(await raw('{', 'application/json')).toBe('invalid_json');
    expect(await raw('[]', 'application/json')).toBe('json_not_object');
    expect(await raw('a', 'text/xml')).toBe('invalid_post_type');
  });

  it('warns of JSON that does not name its charset', async () => {
    const slack = createHarness();
    const { body } = await slack.send('/api/auth.test', {}, { 'Content-Type': 'application/json' });
    expect(body).toMatchObject({
      ok: true,
      warning: 'missing_charset',
      response_metadata: { warnings: ['missing_charset'] },
    });
  });

  it('does not look at JSON where a method only reads', async () => {
    const slack = createHarness();
    expect(await slack.call('users.info', { user: slack.userId })).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: user'] },
    });
    expect((await slack.ask('users.info', { user: slack.userId })).ok).toBe(true);
  });

  it('answers 200 to failures, and writes down every call', async () => {
    const slack = createHarness();
    const { status } = await slack.send('/api/chat.postMessage', { channel: 'C404', text: 'a' });
    expect(status).toBe(200);
    expect(slack.requests()).toEqual([
      {
        method: 'chat.postMessage',
        status: 200,
        at: slack.service.now(),
        ok: false,
        error: 'channel_not_found',
        channel: 'C404',
      },
    ]);
  });
});

describe('people and groups', () => {
  it('shows a person, and the address only with the scope for it', async () => {
    const slack = createHarness({ scopes: ['users:read', 'users:read.email'] });
    const person = await slack.ask('users.info', { user: slack.userId });
    expect(person.user).toMatchObject({
      id: slack.userId,
      name: 'ada',
      real_name: 'Ada Winter',
      tz: 'Europe/London',
      profile: { display_name: 'Ada Winter', email: 'ada.winter@acme.example' },
    });
    slack.setScopes(['users:read']);
    const again = await slack.ask('users.info', { user: slack.userId });
    expect(again.user.profile).not.toHaveProperty('email');
    expect((await slack.ask('users.info', { user: 'U404' })).error).toBe('user_not_found');
  });

  it('lists who is in a group', async () => {
    const slack = createHarness();
    const [usergroup = ''] = slack.service.directory.groups.keys();
    expect((await slack.ask('usergroups.users.list', { usergroup })).users).toEqual([
      slack.userId,
      slack.otherId,
    ]);
    slack.setGroupUsers(usergroup, [slack.outsiderId]);
    expect((await slack.ask('usergroups.users.list', { usergroup })).users).toEqual([slack.outsiderId]);
    expect((await slack.ask('usergroups.users.list', { usergroup: 'S404' })).error).toBe('no_such_subteam');
  });
});

describe('rates', () => {
  it('takes one post a second and channel, and tells how long to wait', async () => {
    const slack = createHarness();
    const { channel } = slack;
    const post = () => slack.send('/api/chat.postMessage', { channel, text: 'a' });
    expect((await post()).body.ok).toBe(true);
    slack.pass(999);
    const refused = await post();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
    expect(refused.body).toEqual({ ok: false, error: 'ratelimited' });
    const other = slack.addChannel({ name: 'other' });
    expect((await slack.call('chat.postMessage', { channel: other.id, text: 'a' })).ok).toBe(true);
    slack.pass(1);
    expect((await post()).body.ok).toBe(true);
    expect(slack.messages(channel)).toHaveLength(2);
  });

  it('counts only posts that were taken', async () => {
    const slack = createHarness();
    expect((await slack.call('chat.postMessage', { channel: slack.channel })).error).toBe('no_text');
    expect((await slack.call('chat.postMessage', { channel: slack.channel, text: 'a' })).ok).toBe(true);
  });

  it.each([
    ['usergroups.users.list', 20],
    ['chat.update', 50],
    ['conversations.history', 50],
    ['conversations.replies', 50],
    ['views.open', 100],
    ['users.info', 100],
  ])('takes %s %i times in any minute', async (method, limit) => {
    const slack = createHarness();
    for (let count = 0; count < limit; count += 1) {
      expect((await slack.ask(method)).error).toBe('invalid_arguments');
      slack.pass(100);
    }
    const refused = await slack.sendForm(method, {});
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBe(Math.ceil(60 - limit / 10));
    slack.pass(seconds * 1_000);
    expect((await slack.sendForm(method, {})).status).toBe(200);
  });

  it('can be hurried and turned off', async () => {
    const hurried = createHarness({ speed: 10 });
    const post = (slack: typeof hurried) =>
      slack.call('chat.postMessage', { channel: slack.channel, text: 'a' });
    await post(hurried);
    expect((await post(hurried)).ok).toBe(false);
    hurried.pass(100);
    expect((await post(hurried)).ok).toBe(true);
    hurried.set({ rates: false });
    expect((await post(hurried)).ok).toBe(true);
  });
});
