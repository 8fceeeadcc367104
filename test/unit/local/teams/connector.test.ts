import { describe, expect, it } from 'vitest';
import { block, card, createHarness, message } from './harness.ts';

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const path = (conversation: string, ...rest: string[]) =>
  `/${encodeURIComponent(conversation)}/activities${rest.map((part) => `/${part}`).join('')}`;

describe('posts', () => {
  it('begin a thread that is the conversation', async () => {
    const teams = createHarness();
    const { status, body } = await teams.open(message(card([block('Hello')])));
    expect(status).toBe(201);
    expect(body.id).toBe(`${teams.channel};messageid=${body.activityId}`);
    expect(teams.messages(teams.channel)).toMatchObject([
      { id: body.activityId, conversation: body.id, from: 'bot', edits: 0, shown: ['Hello'] },
    ]);
    expect(teams.messages(teams.otherChannel)).toEqual([]);
  });

  it('are answered in the thread, under either address', async () => {
    const teams = createHarness();
    const root = await teams.post();
    const conversation = `${teams.channel};messageid=${root}`;
    const text = (words: string) => ({ type: 'message', text: words });
    expect((await teams.call('POST', path(conversation), text('a'))).status).toBe(201);
    const reply = await teams.call('POST', path(conversation, root), text('b'));
    // An answer to an answer is in the same thread.
    expect((await teams.call('POST', path(conversation, reply.body.id), text('c'))).status).toBe(201);
    expect(teams.thread(teams.channel, root).map((shown) => shown.text)).toEqual(['a', 'b', 'c']);
    expect(teams.messages(teams.channel)).toHaveLength(1);
    // What an SDK made up does not matter: the conversation says where it goes.
    expect((await teams.call('POST', path(conversation, 'made-up'), text('e'))).status).toBe(201);
    expect(teams.thread(teams.channel, root)).toHaveLength(4);
    // Without a thread in the address it is a new post.
    await teams.call('POST', path(teams.channel), text('d'));
    expect(teams.messages(teams.channel)).toHaveLength(2);
  });

  it('are updated for everyone, and what they said before is kept', async () => {
    const teams = createHarness();
    const root = await teams.post(card([block('one')]));
    const conversation = `${teams.channel};messageid=${root}`;
    const update = message(card([block('two')]));
    const answer = await teams.call('PUT', path(conversation, root), update);
    expect([answer.status, answer.body]).toEqual([200, { id: root }]);
    expect(teams.message(teams.channel, root)).toMatchObject({ edits: 1, shown: ['two'] });
    expect(teams.message(teams.channel, root)?.before).toMatchObject([
      { cards: [{ body: [{ text: 'one' }] }] },
    ]);
    expect((await teams.call('PUT', path(teams.channel, root), update)).status).toBe(200);
    expect(codeOf(await teams.call('PUT', path(conversation, root), { ...update, id: '1' }))).toEqual([
      400,
      'BadSyntax',
    ]);
  });
});

describe('a targeted message', () => {
  const TARGETED = '?isTargetedActivity=true';
  const DAY_MS = 24 * 60 * 60_000;
  async function target() {
    const teams = createHarness();
    const root = await teams.post();
    const conversation = `${teams.channel};messageid=${root}`;
    const words = (text: string, recipient?: string) => ({
      type: 'message',
      text,
      ...(recipient !== undefined && { recipient: { id: recipient } }),
    });
    const send = (text: string, recipient?: string, to = conversation) =>
      teams.call('POST', `${path(to)}${TARGETED}`, words(text, recipient));
    const { body } = await send('For you', teams.userId);
    return { teams, root, conversation, words, send, id: String(body.id) };
  }

  it('is seen by its recipient alone, for a day', async () => {
    const { teams, root, id, send } = await target();
    expect(teams.targeted(teams.userId)).toMatchObject([
      { id, root, text: 'For you', onlyFor: teams.userId },
    ]);
    expect(teams.targeted(teams.otherId)).toEqual([]);
    expect(teams.thread(teams.channel, root)).toEqual([]);
    expect(teams.messages(teams.channel)).toHaveLength(1);
    expect(teams.seen(teams.userId)).toMatchObject([{ what: 'targeted', detail: id }]);
    // By either of their ids.
    const person = teams.service.directory.findPerson(teams.otherId);
    expect((await send('b', person?.aadObjectId)).status).toBe(201);
    expect(teams.targeted(teams.otherId)).toHaveLength(1);
    teams.pass(DAY_MS - 1);
    expect(teams.targeted(teams.userId)).toHaveLength(1);
    teams.pass(1);
    expect(teams.targeted()).toEqual([]);
    expect(teams.message(teams.channel, id)).toBeUndefined();
  });

  it('is changed and deleted as what it is, never with another recipient', async () => {
    const { teams, conversation, words, id, root } = await target();
    const put = (body: object, query = TARGETED) =>
      teams.call('PUT', `${path(conversation, id)}${query}`, body);
    expect((await put(words('Changed'))).status).toBe(200);
    expect(teams.targeted(teams.userId)).toMatchObject([{ text: 'Changed' }]);
    const refused = await put(words('x', teams.userId));
    expect([...codeOf(refused), refused.body.error.message]).toEqual([
      400,
      'BadArgument',
      'Cannot edit Recipient of Targeted Message',
    ]);
    expect(codeOf(await put(words('x'), ''))).toEqual([404, 'ActivityNotFoundInConversation']);
    const asTargeted = await teams.call('PUT', `${path(conversation, root)}${TARGETED}`, words('x'));
    expect(codeOf(asTargeted)).toEqual([404, 'ActivityNotFoundInConversation']);
    expect((await teams.call('DELETE', `${path(conversation, id)}${TARGETED}`)).status).toBe(200);
    expect(teams.targeted()).toEqual([]);
    teams.pass(DAY_MS);
    expect(codeOf(await put(words('x')))).toEqual([404, 'ActivityNotFoundInConversation']);
  });

  it('is refused without a recipient, to somebody outside, and in a chat of one person', async () => {
    const { teams, send, words } = await target();
    expect(codeOf(await send('x'))).toEqual([400, 'BadArgument']);
    expect(codeOf(await send('x', '29:nobody'))).toEqual([404, 'MemberNotFoundInConversation']);
    teams.leave(teams.teamId, teams.otherId);
    expect(codeOf(await send('x', teams.otherId))).toEqual([404, 'MemberNotFoundInConversation']);
    await teams.write({ userId: teams.userId, text: 'hi' }).catch(() => undefined);
    const person = teams.service.directory.findPerson(teams.userId);
    const chat = teams.service.directory.chatOf(person as NonNullable<typeof person>);
    expect(codeOf(await send('x', teams.userId, chat))).toEqual([400, 'BadArgument']);
    const begun = await teams.call('POST', TARGETED, {
      isGroup: true,
      channelData: { channel: { id: teams.channel } },
      activity: words('x', teams.userId),
    });
    expect(codeOf(begun)).toEqual([400, 'BadArgument']);
  });

  it('has buttons for its recipient, and for nobody else', async () => {
    const { teams, conversation } = await target();
    const open = { type: 'Action.OpenUrl', title: 'Open', url: 'https://a.example' };
    const { body } = await teams.call('POST', `${path(conversation)}${TARGETED}`, {
      ...message(card([block('Press')], { actions: [open] })),
      recipient: { id: teams.userId },
    });
    const press = (userId: string) =>
      teams.click({ channel: teams.channel, id: body.id, userId, title: 'Open' });
    expect((await press(teams.userId)).outcome.kind).toBe('not-sent');
    await expect(press(teams.otherId)).rejects.toThrow('no message');
  });
});

describe('the members of a channel', () => {
  it('are listed in pages', async () => {
    const teams = createHarness();
    for (let at = 0; at < 70; at++) teams.join(teams.teamId, teams.addUser({ name: `Person ${at}` }).id);
    const list = (query: string) =>
      teams.call('GET', `/${encodeURIComponent(teams.channel)}/pagedmembers${query}`);
    const first = (await list('?pageSize=50')).body;
    expect(first.members).toHaveLength(50);
    const rest = (await list(`?pageSize=50&continuationToken=${first.continuationToken}`)).body;
    const all = [...first.members, ...rest.members].map(({ id }: { id: string }) => id);
    expect([new Set(all).size, 'continuationToken' in rest]).toEqual([all.length, false]);
    expect(codeOf(await list('?pageSize=10'))).toEqual([400, 'BadArgument']);
    expect(codeOf(await list('?pageSize=501'))).toEqual([400, 'BadArgument']);
  });
});

describe('what is refused', () => {
  it('names the place that is not there, or not ours', async () => {
    const teams = createHarness();
    const root = await teams.post();
    const put = (conversation: string, id: string) =>
      teams.call('PUT', path(conversation, id), message()).then(codeOf);
    const elsewhere = teams.addTeam({ name: 'Sales', installed: false });
    const nowhere = `19:${'f'.repeat(32)}@thread.tacv2`;
    expect(await put('a:personal', root)).toEqual([400, 'BadSyntax']);
    expect(await put(nowhere, root)).toEqual([404, 'ConversationNotFound']);
    expect(await put(`${teams.channel};messageid=1`, root)).toEqual([404, 'ConversationNotFound']);
    expect(await put(teams.channel, '1')).toEqual([404, 'ActivityNotFoundInConversation']);
    expect(await put(elsewhere.id, root)).toEqual([403, 'BotNotInConversationRoster']);
    const second = await teams.post();
    expect(await put(`${teams.channel};messageid=${second}`, root)).toEqual([
      404,
      'ActivityNotFoundInConversation',
    ]);
    await teams.say({ channel: teams.channel, userId: teams.userId, text: 'mine', mention: false });
    const [, , theirs] = teams.messages(teams.channel);
    expect(await put(teams.channel, theirs?.id ?? '')).toEqual([403, 'ForbiddenOperationException']);
    teams.deleteMessage(teams.channel, second);
    expect(await put(teams.channel, second)).toEqual([404, 'ActivityNotFoundInConversation']);
    teams.archive(teams.channel);
    expect(await put(teams.channel, root)).toEqual([403, 'ForbiddenOperationException']);
  });

  it('is a conversation in another form', async () => {
    const teams = createHarness();
    const wrong = [
      { isGroup: false },
      { channelData: {} },
      { channelData: { channel: { id: teams.channel }, colour: 'red' } },
      { bot: { id: '28:other' } },
      { members: [{ id: teams.userId }] },
      { extra: true },
    ];
    for (const more of wrong) expect(codeOf(await teams.open(message(), more))).toEqual([400, 'BadSyntax']);
    expect(codeOf(await teams.open(message(), { tenantId: undefined }))).toEqual([400, 'BadSyntax']);
    expect(codeOf(await teams.open(message(), { tenantId: 'other' }))).toEqual([
      403,
      'ForbiddenOperationException',
    ]);
    const { appId, tenantId } = teams.service.identity;
    const full = { bot: { id: `28:${appId}`, name: 'x' }, tenantId };
    expect((await teams.open(message(), full)).status).toBe(201);
  });

  it('is an activity in another form', async () => {
    const teams = createHarness({ rates: false });
    const wrong = [
      {},
      { type: 'message' },
      { type: 'message', text: '  ' },
      { type: 'typing', text: 'a' },
      { type: 'message', text: 'a', colour: 'red' },
      { type: 'message', attachments: [{ contentType: 'application/json', content: card() }] },
      { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive' }] },
      message({ type: 'AdaptiveCard', body: [] }),
      {
        type: 'message',
        text: 'hi',
        entities: [{ type: 'mention', text: '<at>A</at>', mentioned: { id: 'x' } }],
      },
    ];
    for (const activity of wrong) expect(codeOf(await teams.open(activity))).toEqual([400, 'BadSyntax']);
    expect(teams.messages(teams.channel)).toEqual([]);
    const text = await teams.app.request('/teams/v3/conversations', {
      method: 'POST',
      headers: { Authorization: `Bearer ${teams.token()}`, 'Content-Type': 'application/json' },
      body: '{',
    });
    expect(text.status).toBe(400);
  });

  it('is more than 80 KB, counted in UTF-16', async () => {
    const teams = createHarness();
    const of = (words: string) => message(card([block(words)]));
    const room = 40 * 1024 - JSON.stringify(of('')).length;
    expect((await teams.open(of('a'.repeat(room)))).status).toBe(201);
    expect((await teams.open(of('語'.repeat(room)))).status).toBe(201);
    expect(codeOf(await teams.open(of('a'.repeat(room + 1))))).toEqual([413, 'MessageSizeTooBig']);
    expect(codeOf(await teams.open(of('🔴'.repeat(room / 2 + 1))))).toEqual([413, 'MessageSizeTooBig']);
  });

  it('is a private or shared channel that the bot was not added to', async () => {
    const teams = createHarness({ rates: false });
    for (const type of ['private', 'shared'] as const) {
      const { id } = teams.addChannel(teams.teamId, { name: type, type });
      const open = () => teams.open(message(), { channelData: { channel: { id } } });
      expect(codeOf(await open())).toEqual([403, 'BotNotInConversationRoster']);
      await teams.addToChannel(id);
      expect((await open()).status).toBe(201);
      await teams.removeFromChannel(id);
      expect(codeOf(await open())).toEqual([403, 'BotNotInConversationRoster']);
    }
  });
});

describe('rates', () => {
  it('let seven a second and eight in two pass, and say how long to wait', async () => {
    const teams = createHarness();
    const send = async () => {
      const { status, headers } = await teams.open(message());
      return [status, headers.get('Retry-After')];
    };
    for (let turn = 0; turn < 7; turn += 1) expect(await send()).toEqual([201, null]);
    expect(await send()).toEqual([429, '1']);
    teams.pass(1_000);
    expect(await send()).toEqual([201, null]);
    expect(await send()).toEqual([429, '1']);
    teams.pass(1_000);
    expect(await send()).toEqual([201, null]);
    const [refused] = teams.requests().filter(({ status }) => status === 429);
    expect(refused).toMatchObject({ operation: 'createConversation', error: 'TooManyRequests' });
  });

  it('count posts, replies and updates of a channel together, and other channels apart', async () => {
    const teams = createHarness();
    const root = await teams.post();
    for (let turn = 0; turn < 6; turn += 1) await teams.call('PUT', path(teams.channel, root), message());
    expect((await teams.open(message())).status).toBe(429);
    const other = { channelData: { channel: { id: teams.otherChannel } } };
    expect((await teams.open(message(), other)).status).toBe(201);
  });

  it('let sixty in thirty seconds and 1,800 an hour pass', async () => {
    const { service, pass } = createHarness();
    const { SENDING } = await import('../../../../local/teams/rates.ts');
    let taken = 0;
    for (let turn = 0; turn < 60; turn += 1, pass(400))
      taken += service.rates.take(['a', SENDING]) === 0 ? 1 : 0;
    expect(taken).toBe(60);
    expect(service.rates.take(['a', SENDING])).toBe(6_000);
    for (let turn = 0; turn < 1_740; turn += 1) {
      pass(1_000);
      service.rates.take(['b', SENDING]);
    }
    for (let turn = 0; turn < 60; turn += 1, pass(1_000)) expect(service.rates.take(['b', SENDING])).toBe(0);
    expect(service.rates.take(['b', SENDING])).toBe(3_600_000 - 1_800_000 + 1_000);
  });

  it('pass faster, or not at all, when told', async () => {
    const teams = createHarness({ speed: 100 });
    for (let turn = 0; turn < 7; turn += 1) await teams.open(message());
    teams.pass(10);
    expect((await teams.open(message())).status).toBe(201);
    teams.set({ rates: false });
    for (let turn = 0; turn < 20; turn += 1) expect((await teams.open(message())).status).toBe(201);
  });
});

describe('members', () => {
  it('are found by either id, with their name and address', async () => {
    const teams = createHarness();
    const person = teams.service.directory.people.get(teams.userId);
    const root = await teams.post();
    const thread = encodeURIComponent(`${teams.channel};messageid=${root}`);
    for (const id of [person?.id, person?.aadObjectId])
      expect((await teams.call('GET', `/${thread}/members/${id}`)).body).toMatchObject({
        id: teams.userId,
        aadObjectId: person?.aadObjectId,
        name: 'Ada Winter',
        email: 'ada.winter@acme.example',
      });
    expect((await teams.call('GET', `/${teams.channel}/members`)).body).toHaveLength(3);
    teams.leave(teams.teamId, teams.userId);
    expect(codeOf(await teams.call('GET', `/${teams.channel}/members/${teams.userId}`))).toEqual([
      404,
      'MemberNotFoundInConversation',
    ]);
  });
});

describe('a team', () => {
  it('says what Graph calls it, while the bot is in it', async () => {
    const teams = createHarness();
    const { teamId, service, token } = teams;
    const ask = async (id: string) => {
      const headers = { Authorization: `Bearer ${token()}` };
      const answer = await teams.app.request(`/teams/v3/teams/${encodeURIComponent(id)}`, { headers });
      return { status: answer.status, body: (await answer.json()) as object };
    };
    const { aadGroupId } = service.directory.teams.get(teamId) ?? {};
    expect(await ask(teamId)).toMatchObject({ status: 200, body: { id: teamId, aadGroupId } });
    expect((await ask(teams.channel)).status).toBe(404);
    await teams.uninstall({ teamId });
    expect((await ask(teamId)).status).toBe(403);
  });
});
