import { describe, expect, it } from 'vitest';
import { createHarness, createWired } from './harness.ts';

describe('the control surface of Slack', () => {
  it('creates, changes and shows the workspace', async () => {
    const open = createHarness();
    const made = await open.control('POST', '/channels', { name: 'new', bot: false });
    expect(made).toMatchObject({ status: 201, body: { name: 'new', bot: false, isPrivate: false } });
    const path = `/channels/${made.body.id}`;
    expect((await open.control('POST', path, { bot: true, archived: true })).body).toMatchObject({
      bot: true,
      isArchived: true,
    });
    const user = (await open.control('POST', '/users', { name: 'dee' })).body;
    const group = (await open.control('POST', '/groups', { handle: 'leads', users: [user.id] })).body;
    expect((await open.ask('usergroups.users.list', { usergroup: group.id })).users).toEqual([user.id]);
    await open.post({ text: 'hello' });
    expect((await open.control('GET', `/channels/${open.channel}/messages`)).body.messages).toMatchObject([
      { text: 'hello', mentions: [], links: [] },
    ]);
    await open.control('POST', '/token', { state: 'revoked', scopes: ['chat:write'] });
    expect((await open.call('auth.test')).error).toBe('token_revoked');
    expect((await open.control('GET', '/requests')).body.requests.length).toBeGreaterThan(0);
  });

  it('clicks, plans faults, and answers problems with a sentence', async () => {
    const open = createHarness();
    const blocks = [
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'a' }, action_id: 'a' }],
      },
    ];
    const { ts } = await open.post({ blocks });
    const click = { channel: open.channel, ts, userId: open.userId, actionId: 'a' };
    expect((await open.control('POST', '/click', click)).body).toMatchObject({
      outcome: 'no-request-url',
      seen: [{ what: 'error' }],
    });
    expect((await open.control('POST', '/faults', { kind: 'error', error: 'x', times: 1 })).status).toBe(201);
    expect((await open.call('auth.test')).error).toBe('x');
    const problems: [string, object][] = [
      ['/click', { ...click, actionId: 'b' }],
      ['/click', { ...click, colour: 'red' }],
      ['/submit', { viewId: 'V404', userId: open.userId }],
      ['/faults', { kind: 'error' }],
      ['/faults', { kind: 'slow' }],
      ['/channels/C404', {}],
      ['/token', { state: 'lost' }],
      ['/settings', { request_url: 'ftp://a.example' }],
    ];
    for (const [path, body] of problems) {
      const answer = await open.control('POST', path, body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.error).toMatch(/\.$/);
    }
  });

  it('shows no payload, signature or token', async () => {
    const { slack: open } = createWired();
    await open.control('POST', '/command', { command: '/a', userId: open.userId, channelId: open.channel });
    for (const path of ['/deliveries', '/token', '/settings', '/requests', '/workspace']) {
      const text = JSON.stringify((await open.control('GET', path)).body);
      expect(text).not.toContain(open.service.token.token);
      expect(text).not.toContain(open.service.identity.signingSecret);
      expect(text).not.toContain('v0=');
    }
  });
});
