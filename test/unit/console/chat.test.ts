import { afterEach, describe, expect, it } from 'vitest';
import { type Slack, startSlack } from '../../../local/slack/server.ts';
import { card, createHarness as createTeams, execute } from '../local/teams/harness.ts';
import { createHarness, eventsOf, type Loose } from './harness.ts';

const CHANNEL = 'C0SOC0CASES';
const EVIL = `<img src=x onerror="alert(1)">`;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const USERS = [
  { id: 'U0ADAWINTER', name: 'ada.winter', realName: 'Ada Winter' },
  { id: 'U0BOLARSEN', name: 'bo.larsen', realName: 'Bo Larsen' },
];

/** The app opposite answers what it is told to. */
async function startWithSlack(answer: (payload: Loose) => object | undefined = () => undefined) {
  const deliver = async (_: string, init: RequestInit) => {
    const payload = JSON.parse(new URLSearchParams(String(init.body)).get('payload') ?? '{}');
    const body = answer(payload);
    return new Response(body && JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  };
  const slack = await startSlack({
    users: USERS,
    channels: [{ id: CHANNEL, name: 'soc' }],
    requestUrl: 'http://app.example/',
    rates: false,
    control: true,
    deliver,
  });
  closing.push(() => slack.close());
  return { slack, ...createHarness({ standIns: { slack } }) };
}

const call = async (slack: Slack, method: string, body: object): Promise<Loose> =>
  (
    await fetch(`${slack.url}${method}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${slack.botToken}` },
      body: JSON.stringify(body),
    })
  ).json();
const say = (slack: Slack, text: string, more: object = {}) =>
  call(slack, 'chat.postMessage', { channel: CHANNEL, text, ...more });

async function listen(get: (path: string) => Response | Promise<Response>, person = 'ada-winter') {
  const events = eventsOf(await get(`/events?person=${person}`));
  closing.push(() => events.end());
  const first = await events.next();
  if (first.event !== 'snapshot') throw new Error(`${first.event} came first`);
  return { snapshot: first.data, next: async () => (await events.next()) as Loose };
}

const actions = {
  type: 'actions',
  elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }],
};

describe('Slack in the console', () => {
  it('shows messages with their threads, drawn and escaped', async () => {
    const { slack, get } = await startWithSlack();
    const { ts } = await say(slack, EVIL, { blocks: [actions] });
    await say(slack, `a reply ${EVIL}`, { thread_ts: ts });
    const { snapshot } = await listen(get);
    const [message, reply] = snapshot.slack.messages;
    expect(message).toMatchObject({
      channel: CHANNEL,
      key: ts,
      author: 'posture-bridge',
      bot: true,
      replies: 1,
      root: null,
    });
    expect(message?.html).toContain('data-action="go"');
    expect(reply).toMatchObject({ root: ts, replies: 0, onlyYou: false });
    expect(reply?.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    expect(snapshot.slack.messages.map(({ html }) => html).join()).not.toContain('<img');
    expect(snapshot.slack.channels).toEqual([{ id: CHANNEL, name: 'soc', total: 1 }]);
    expect(snapshot.teams).toMatchObject({
      isStandIn: false,
      why: 'The configuration has no Teams destination.',
    });
  });

  it('tells what changes, many changes together', async () => {
    const { slack, get } = await startWithSlack();
    const { next } = await listen(get);
    const posted = [];
    for (let count = 0; count < 30; count++) posted.push((await say(slack, `number ${count}`)).ts);
    await call(slack, 'chat.update', { channel: CHANNEL, ts: posted[0], text: 'changed' });
    const seen = new Map<string, Loose>();
    let events = 0;
    while (seen.size < 30 || !seen.get(posted[0]).edited) {
      for (const message of (await next()).data.slack?.messages ?? []) seen.set(message.key, message);
      events++;
    }
    expect([...seen.keys()].sort()).toEqual(posted);
    expect(events).toBeLessThan(30);
  });

  it('sends a command on, and says what is none', async () => {
    const { slack, get, post } = await startWithSlack();
    const type = async (text: string) =>
      (await post('/api/slack/command', { person: 'ada-winter', channel: CHANNEL, text })).json();
    const before = await listen(get);
    expect(await type('hello')).toMatchObject({ told: [{ kind: 'error' }] });
    expect(await type('/posture cases closed')).toEqual({ told: [] });
    expect(slack.ephemeral('U0ADAWINTER')).toEqual([]);
    expect(before.snapshot.slack.messages).toEqual([]);
    slack.setScopes(['chat:write']);
    expect(await type('/posture cases')).toMatchObject({
      told: [{ text: 'Slack knows no command /posture here.' }],
    });
  });

  it('shows what is for one person to that person only', async () => {
    const { slack, get } = await startWithSlack();
    const ada = await listen(get);
    const bo = await listen(get, 'bo-larsen');
    await call(slack, 'chat.postEphemeral', { channel: CHANNEL, user: 'U0ADAWINTER', text: 'for Ada' });
    expect((await ada.next()).data.slack.messages).toMatchObject([{ text: 'for Ada', onlyYou: true }]);
    await say(slack, 'for all');
    expect((await bo.next()).data.slack.messages).toMatchObject([{ text: 'for all' }]);
    expect((await listen(get, 'bo-larsen')).snapshot.slack.messages).toHaveLength(1);
    expect((await listen(get)).snapshot.slack.messages).toHaveLength(2);
  });

  it('passes clicks on as the person, opens and fills a form, and shows what is wrong with it', async () => {
    const heard: Loose[] = [];
    const view = {
      type: 'modal',
      title: { type: 'plain_text', text: 'Decide' },
      submit: { type: 'plain_text', text: 'Record' },
      blocks: [
        {
          type: 'input',
          block_id: 'why',
          label: { type: 'plain_text', text: 'Why' },
          element: { type: 'plain_text_input', action_id: 'why' },
        },
      ],
    };
    const { slack, get, post } = await startWithSlack((payload) => {
      heard.push(payload);
      return payload.type === 'view_submission'
        ? { response_action: 'errors', errors: { why: `Too short ${EVIL}` } }
        : undefined;
    });
    const { ts } = await say(slack, 'x', { blocks: [actions] });
    const { next } = await listen(get);
    const person = 'ada-winter';
    const clicked = await post('/api/slack/click', { person, channel: CHANNEL, ts, actionId: 'go' });
    expect(await clicked.json()).toEqual({ told: [] });
    expect(heard[0]).toMatchObject({ type: 'block_actions', user: { id: 'U0ADAWINTER' } });

    await call(slack, 'views.open', { trigger_id: heard[0].trigger_id, view });
    const opened = (await next()).data.modal;
    expect(opened).toMatchObject({ title: 'Decide', submit: 'Record', close: 'Close' });
    expect(opened.html).toContain('name="why"');
    await post('/api/slack/submit', { person, viewId: opened.viewId, values: { why: 'so' } });
    expect(heard[1].view.state.values.why.why.value).toBe('so');
    const wrong = (await next()).data.modal;
    expect(wrong.html).toContain('Too short &lt;img');
    await post('/api/slack/close', { person, viewId: opened.viewId });
    expect((await next()).data.modal).toBeNull();
  });

  it('says what cannot be done, and that an app does not answer', async () => {
    const { slack, post } = await startWithSlack();
    const click = { person: 'ada-winter', channel: CHANNEL, ts: '1.2', actionId: 'go' };
    const gone = await post('/api/slack/click', click);
    expect(await gone.json()).toEqual({
      told: [{ kind: 'error', text: `There is no message 1.2 in ${CHANNEL}.` }],
    });
    const nobody = await post('/api/slack/click', { ...click, person: 'mallory' });
    expect(await nobody.json()).toEqual({ error: 'There is nobody called mallory.' });
    const { ts } = await say(slack, 'x', { blocks: [actions] });
    slack.setRequestUrl({});
    const unheard = await post('/api/slack/click', { ...click, ts });
    expect(await unheard.json()).toEqual({
      told: [{ kind: 'error', text: 'That did not work: the app could not be reached' }],
    });
  });

  it('sends the latest of many, and says how many there are', async () => {
    const { slack, get } = await startWithSlack();
    for (let count = 0; count < 103; count++) {
      slack.say({ channel: CHANNEL, userId: 'U0ADAWINTER', text: `number ${count}` });
    }
    const { snapshot } = await listen(get);
    expect(snapshot.slack.channels[0]?.total).toBe(103);
    expect(snapshot.slack.messages.map(({ text }) => text)).toEqual(
      Array.from({ length: 100 }, (_, index) => `number ${index + 3}`),
    );
    const before = snapshot.slack.messages[0]?.key;
    const earlier = await get(`/api/earlier/slack?channel=${CHANNEL}&before=${before}&person=ada-winter`);
    const { messages } = (await earlier.json()) as Loose;
    expect(messages.map(({ text }: Loose) => text)).toEqual(['number 0', 'number 1', 'number 2']);
    expect((await get(`/api/earlier/slack?channel=${CHANNEL}&before=x`)).status).toBe(400);
    expect((await get('/api/earlier/teams?channel=x&before=1')).status).toBe(404);
  });
});

describe('Teams in the console', () => {
  const CARD = card([{ type: 'TextBlock', text: EVIL }], { actions: [execute('go', { data: { a: 1 } })] });

  function startWithTeams(answer: () => object) {
    const teams = createTeams({
      users: [{ name: 'Ada Winter' }, { name: 'Bo Larsen' }],
      requestUrl: 'http://bot.example/',
      deliver: async () => Response.json(answer()),
    });
    const { directory } = teams.service;
    return { teams, ...createHarness({ standIns: { teams: { ...teams, directory } as Loose } }) };
  }

  it('has a chat with the bot for each person, which nobody else sees', async () => {
    const { get, post } = startWithTeams(() => ({}));
    const ada = await listen(get);
    const bo = await listen(get, 'bo-larsen');
    const [mine] = ada.snapshot.teams.channels.filter(({ isPersonal }: Loose) => isPersonal);
    const [his] = bo.snapshot.teams.channels.filter(({ isPersonal }: Loose) => isPersonal);
    expect(mine?.id).not.toBe(his?.id);
    await post('/api/teams/write', { person: 'ada-winter', text: 'cases' });
    expect((await ada.next()).data.teams.messages).toMatchObject([{ channel: mine?.id, text: 'cases' }]);
    await post('/api/teams/write', { person: 'bo-larsen', text: 'mine' });
    expect((await bo.next()).data.teams.messages).toMatchObject([{ channel: his?.id, text: 'mine' }]);
    expect((await listen(get, 'bo-larsen')).snapshot.teams.messages).toHaveLength(1);
    const earlier = async (person: string) => {
      const query = new URLSearchParams({ channel: String(mine?.id), before: '9999999999999', person });
      return ((await (await get(`/api/earlier/teams?${query}`)).json()) as Loose).messages.length;
    };
    expect([await earlier('ada-winter'), await earlier('bo-larsen')]).toEqual([1, 0]);
  });

  it('sends cards as they are, and shows an answer to the one who pressed', async () => {
    const own = { ...CARD, body: [{ type: 'TextBlock', text: 'for you' }], actions: [] };
    const { teams, get, post } = startWithTeams(() => ({
      statusCode: 200,
      type: 'application/vnd.microsoft.card.adaptive',
      value: own,
    }));
    const { channel } = teams;
    const id = await teams.post(CARD);
    const ada = await listen(get);
    expect(ada.snapshot.teams.messages).toMatchObject([
      { channel, key: id, bot: true, onlyYou: false, card: CARD },
    ]);
    const pressed = await post('/api/teams/click', { person: 'ada-winter', channel, id, verb: 'go' });
    expect(await pressed.json()).toEqual({ told: [] });
    expect((await ada.next()).data.teams.messages).toMatchObject([{ key: id, onlyYou: true, card: own }]);
    expect((await listen(get, 'bo-larsen')).snapshot.teams.messages).toMatchObject([
      { onlyYou: false, card: CARD },
    ]);
  });

  it('hands on what the person is told', async () => {
    const { teams, post } = startWithTeams(() => ({
      statusCode: 200,
      type: 'application/vnd.microsoft.activity.message',
      value: 'Nothing was recorded.',
    }));
    const at = { channel: teams.channel, id: await teams.post(CARD) };
    const pressed = await post('/api/teams/click', { person: 'bo-larsen', ...at, title: 'go' });
    expect(await pressed.json()).toEqual({ told: [{ kind: 'message', text: 'Nothing was recorded.' }] });
  });
});
