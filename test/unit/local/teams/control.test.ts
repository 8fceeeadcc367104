import { describe, expect, it } from 'vitest';
import { card, createHarness, createWired, execute, message } from './harness.ts';

describe('the control surface of Teams', () => {
  it('creates, changes and shows the organisation', async () => {
    const open = createHarness();
    const made = await open.control('POST', '/channels', { name: 'new' });
    expect(made).toMatchObject({ status: 201, body: { name: 'new', bot: true, isArchived: false } });
    const path = `/channels/${made.body.id}`;
    expect((await open.control('POST', path, { archived: true })).body).toMatchObject({ isArchived: true });
    const user = (await open.control('POST', '/users', { name: 'Dee Moss' })).body;
    const joined = await open.control('POST', `/teams/${open.teamId}`, { join: user.id });
    expect(joined.body.members).toContain(user.id);
    const id = await open.post();
    await open.call('POST', `/${open.channel}/activities/${id}`, { type: 'message', text: 'more' });
    const messages = `/channels/${open.channel}/messages`;
    expect((await open.control('GET', messages)).body.messages).toMatchObject([
      { id, mentions: [], links: [] },
    ]);
    expect((await open.control('GET', `${messages}/${id}/thread`)).body.messages).toMatchObject([
      { text: 'more' },
    ]);
    await open.control('DELETE', `${messages}/${id}`);
    expect(open.messages(open.channel)).toEqual([]);
    const { body: workflow } = await open.control('POST', '/workflows', { channel: open.channel });
    expect((await open.control('DELETE', `/workflows/${workflow.id}`)).status).toBe(200);
    expect((await open.control('GET', '/requests')).body.requests.length).toBeGreaterThan(0);
  });

  it('installs, clicks, speaks, rolls keys over and takes the secret away', async () => {
    const { teams: open, last } = createWired();
    const { teamId, userId } = open;
    expect((await open.control('POST', '/uninstall', { teamId })).body).toEqual({
      outcomes: ['answered', 'answered'],
    });
    expect((await open.control('GET', '/channels')).body.channels[0].bot).toBe(false);
    await open.control('POST', '/install', { teamId, userId });
    const id = await open.post(card([], { actions: [execute('go')] }));
    const click = { channel: open.channel, id, userId, verb: 'go' };
    expect((await open.control('POST', '/click', click)).body).toMatchObject({
      outcome: 'answered',
      status: 200,
      seen: [{ what: 'error' }],
    });
    await open.control('POST', '/say', { channel: open.channel, userId, text: 'hello' });
    expect(last().body.text).toContain('hello');
    const forging = { activity: { serviceUrl: 'https://evil.example/' } };
    expect((await open.control('POST', '/settings', { forging })).body.forged).toBe(true);
    await open.control('POST', '/say', { channel: open.channel, userId, text: 'hello' });
    expect(last().body.serviceUrl).toBe('https://evil.example/');
    await open.control('POST', '/settings', { forging: {} });
    const before = (await open.control('GET', '/keys')).body.kids;
    const { kid } = (await open.control('POST', '/keys', {})).body;
    expect((await open.control('GET', '/keys')).body.kids).toEqual([...before, kid]);
    await open.control('POST', '/settings', { secret: 'removed', token_lifetime_seconds: 5 });
    expect((await open.login()).status).toBe(401);
    const held = open.token();
    await open.control('DELETE', '/tokens');
    expect((await open.call('GET', `/${open.channel}/members`, undefined, held)).status).toBe(401);
    await open.control('POST', '/faults', { kind: 'error', status: 502, times: 1 });
    expect((await open.open(message())).status).toBe(502);
  });

  it('answers problems with a sentence, and shows no token, secret or activity', async () => {
    const { teams: open } = createWired();
    const id = await open.post(card([], { actions: [execute('go')] }));
    const click = { channel: open.channel, id, userId: open.userId };
    const problems: [string, object][] = [
      ['/click', { ...click, verb: 'else' }],
      ['/click', { ...click, verb: 'go', colour: 'red' }],
      ['/install', { teamId: '19:none' }],
      ['/faults', { kind: 'error' }],
      ['/faults', { kind: 'slow' }],
      ['/faults', { kind: 'down', operation: 'other' }],
      ['/channels/19:none', {}],
      ['/workflows', { channel: '19:none' }],
      ['/settings', { request_url: 'ftp://a.example' }],
    ];
    for (const [path, body] of problems) {
      const answer = await open.control('POST', path, body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.error).toMatch(/\.$/);
    }
    await open.login();
    await open.control('POST', '/click', { ...click, verb: 'go' });
    for (const path of ['/deliveries', '/settings', '/requests', '/organisation', '/keys']) {
      const text = JSON.stringify((await open.control('GET', path)).body);
      expect(text).not.toContain(open.service.identity.password);
      expect(text).not.toContain('eyJ');
    }
  });
});
