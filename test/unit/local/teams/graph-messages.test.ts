import { describe, expect, it } from 'vitest';
import { READ_ALL, READ_GROUP } from '../../../../local/teams/graph/list-messages.ts';
import type { TeamsOptions } from '../../../../local/teams/settings.ts';
import { GRAPH } from '../../../../local/teams/tokens/access-tokens.ts';
import { block, CARD_TYPE, card, createHarness, type Loose, message } from './harness.ts';

const create = (options: TeamsOptions = {}) => {
  const teams = createHarness({ consents: [READ_GROUP], ...options });
  const { service, channel, teamId, app } = teams;
  const group = service.directory.teams.get(teamId)?.aadGroupId ?? '';
  const token = (roles: readonly string[] = []) => service.accessTokens.issue(3_600, GRAPH, roles);
  const get = async (url: string, bearer = token()) => {
    const answer = await app.request(url, { headers: { Authorization: `Bearer ${bearer}` } });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Loose };
  };
  const messages = (path = '', bearer?: string) =>
    get(`/graph/v1.0/teams/${group}/channels/${encodeURIComponent(channel)}/messages${path}`, bearer);
  const idsOf = (body: Loose): string[] => body.value.map(({ id }: Loose) => id);
  return { ...teams, group, token, get, messages, idsOf };
};

describe('messages in Graph', () => {
  it('look as a chatMessage does, with the card as a text', async () => {
    const { post, messages, pass, service, channel, group } = create();
    const id = await post(card([block('Words')]));
    pass(5_000);
    const { status, body } = await messages();
    expect(status).toBe(200);
    const [shown] = body.value;
    expect(shown).toMatchObject({
      id,
      replyToId: null,
      messageType: 'message',
      deletedDateTime: null,
      from: { user: null, application: { id: service.identity.appId, applicationIdentityType: 'bot' } },
      channelIdentity: { teamId: group, channelId: channel },
    });
    const [attachment] = shown.attachments;
    expect(attachment.contentType).toBe(CARD_TYPE);
    expect(JSON.parse(attachment.content)).toEqual(card([block('Words')]));
    expect(shown.body.content).toContain(`<attachment id="${attachment.id}">`);
  });

  it('come newest first, page by page, without replies; and replies by themselves', async () => {
    const { post, messages, get, pass, call, channel, idsOf } = create({ rates: false });
    const posted: string[] = [];
    for (let number = 0; number < 5; number++) posted.push(await post());
    const [root = ''] = posted;
    const { body: reply } = await call(
      'POST',
      `/${encodeURIComponent(`${channel};messageid=${root}`)}/activities`,
      message(),
    );
    pass(5_000);
    const first = await messages('?$top=3');
    expect(idsOf(first.body)).toEqual(posted.toReversed().slice(0, 3));
    const second = await get(first.body['@odata.nextLink']);
    expect(idsOf(second.body)).toEqual(posted.toReversed().slice(3));
    expect(second.body['@odata.nextLink']).toBeUndefined();
    const replies = await messages(`/${root}/replies`);
    expect(idsOf(replies.body)).toEqual([reply.id]);
    expect(replies.body.value[0].replyToId).toBe(root);
  });

  it('can be asked for by when they or what is under them last changed', async () => {
    const { post, messages, pass, call, channel, service, idsOf } = create({ rates: false });
    const [old, answered, edited] = [await post(), await post(), await post()];
    pass(60_000);
    const since = new Date(service.now()).toISOString();
    pass(1_000);
    const thread = (id: string) => `/${encodeURIComponent(`${channel};messageid=${id}`)}/activities`;
    await call('POST', thread(answered), message());
    await call('PUT', `${thread(edited)}/${edited}`, message());
    const fresh = await post();
    pass(5_000);
    const { body } = await messages(
      `/delta?$filter=${encodeURIComponent(`lastModifiedDateTime gt ${since}`)}`,
    );
    expect(idsOf(body).toSorted()).toEqual([answered, edited, fresh].toSorted());
    expect(idsOf(body)).not.toContain(old);
    expect(body['@odata.deltaLink']).toContain('$skiptoken=');
  });

  it('are not there at once', async () => {
    const { post, messages, pass, idsOf } = create({ graphLagMs: 3_000 });
    const id = await post();
    expect(idsOf((await messages()).body)).toEqual([]);
    pass(3_000);
    expect(idsOf((await messages()).body)).toEqual([id]);
  });

  it('are counted: five a second in a channel', async () => {
    const { messages, pass } = create();
    for (let time = 0; time < 5; time++) expect((await messages()).status).toBe(200);
    const { status, headers, body } = await messages();
    expect([status, headers.get('Retry-After'), body.error.code]).toEqual([429, '1', 'TooManyRequests']);
    pass(1_000);
    expect((await messages()).status).toBe(200);
  });
});

describe('what Graph refuses', () => {
  it('is an application that nobody let read, by any list', async () => {
    const { messages, token, post, consent, teamId, uninstall } = create({ consents: [] });
    const id = await post();
    for (const path of ['', '/delta', `/${id}/replies`]) {
      const { status, body } = await messages(path);
      expect([status, body.error.code]).toEqual([403, 'Forbidden']);
    }
    expect((await messages('', token([READ_ALL]))).status).toBe(200);
    consent(teamId);
    expect((await messages()).status).toBe(200);
    consent(teamId, false);
    expect((await messages()).status).toBe(403);
    consent(teamId);
    await uninstall({ teamId });
    expect((await messages()).status).toBe(403);
  });

  it('is a token for the connector, and none', async () => {
    const { messages, service } = create();
    expect((await messages('', service.accessTokens.issue(3_600))).status).toBe(401);
    expect((await messages('', 'none')).status).toBe(401);
  });

  it.each([
    '?$top=51',
    '?$top=0',
    '?$filter=lastModifiedDateTime%20gt%202026-01-01T00:00:00Z',
    '?$orderby=createdDateTime',
    '?$expand=reactions',
    '/delta?$filter=createdDateTime%20gt%202026-01-01T00:00:00Z',
    '/delta?$filter=lastModifiedDateTime%20lt%202026-01-01T00:00:00Z',
  ])('is an option that the list does not have: %s', async (path) => {
    expect((await create().messages(path)).status).toBe(400);
  });

  it('is what is not there', async () => {
    const { get, messages, token, group, channel } = create();
    const all = token([READ_ALL]);
    const place = encodeURIComponent(channel);
    const strange = '00000000-0000-4000-8000-00000000ffff';
    expect((await get(`/graph/v1.0/teams/${strange}/channels/${place}/messages`, all)).status).toBe(404);
    expect((await get(`/graph/v1.0/teams/${group}/channels/19:no@thread.tacv2/messages`)).status).toBe(404);
    expect((await messages('/123/replies')).status).toBe(404);
  });
});
