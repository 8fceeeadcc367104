import { describe, expect, it, onTestFinished } from 'vitest';
import { type BridgeInput, defineBridge } from '../../../../lib/config/define-bridge.ts';
import { inventWorkspace } from '../../../../local/start/invent-people.ts';
import { readRealSlack } from '../../../../local/start/real-systems.ts';
import { realSlack, startSlackStandIn } from '../../../../local/start/slack-part.ts';

const configWith = (changes: Partial<BridgeInput> = {}) =>
  defineBridge({
    domains: { acme: { baseUrl: 'https://posture.example/api', apiKey: '/acme/key' } },
    slack: { signingSecret: '/slack/secret', botToken: '/slack/token', teamId: 'T0THEIRS00' },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC0CASES' },
      vip: { type: 'slack', channel: 'C0VIP0CASES', token: '/slack/vip-token' },
    },
    routes: [{ to: 'soc' }],
    verdicts: { allow: 'anyone-in-channel' },
    ...changes,
  });

const SLACK_BOT_TOKEN = 'xoxb-secret';
const SLACK_SIGNING_SECRET = 's-secret';

describe('a Slack app of one’s own', () => {
  it('is used when its token and its secret are there', () => {
    expect(readRealSlack({ SLACK_BOT_TOKEN: ` ${SLACK_BOT_TOKEN}\n`, SLACK_SIGNING_SECRET })).toEqual({
      botToken: SLACK_BOT_TOKEN,
      signingSecret: SLACK_SIGNING_SECRET,
    });
    expect(readRealSlack({ SLACK_BOT_TOKEN: '', SLACK_SIGNING_SECRET: '' })).toBeUndefined();
  });

  it.each([
    [{ SLACK_BOT_TOKEN }, 'SLACK_BOT_TOKEN is set and SLACK_SIGNING_SECRET is not.'],
    [{ SLACK_SIGNING_SECRET }, 'SLACK_SIGNING_SECRET is set and SLACK_BOT_TOKEN is not.'],
    [{ SLACK_BOT_TOKEN: 'xoxp-secret', SLACK_SIGNING_SECRET }, 'those begin with xoxb-'],
    [{ SLACK_BOT_TOKEN, SLACK_SIGNING_SECRET: 's-secret two' }, 'SLACK_SIGNING_SECRET holds characters'],
  ])('is refused in a sentence without any value: %#', (env, sentence) => {
    const refused = () => readRealSlack(env);
    expect(refused).toThrow(sentence);
    expect(refused).not.toThrow(/secret(?! has)\b.*two|xoxp/);
  });

  it('is called where Slack is, and says what Slack has to reach', () => {
    const config = configWith();
    const part = realSlack(config, { botToken: SLACK_BOT_TOKEN, signingSecret: SLACK_SIGNING_SECRET });
    const pointed = {
      ...config,
      slack: {
        ...{ signingSecret: '/a', botToken: '/b', cloud: 'usgov' as const },
        apiUrl: 'http://127.0.0.1:1/api/',
      },
    };
    expect(part.place(pointed).slack).toEqual({ signingSecret: '/a', botToken: '/b', cloud: 'usgov' });
    const told = part.more({ SlackRequestUrl: 'http://127.0.0.1:3/slack' }).join(' ');
    expect(told).toContain('tunnel');
    expect(told).toContain('http://127.0.0.1:3/slack');
    expect(JSON.stringify([part.json, told])).not.toContain('secret');
    expect(part.secrets).toEqual({
      '/slack/secret': SLACK_SIGNING_SECRET,
      '/slack/token': SLACK_BOT_TOKEN,
      '/slack/vip-token': SLACK_BOT_TOKEN,
    });
  });
});

describe('the workspace that npm start makes up', () => {
  it('has the channels by name, those who may decide by their ids, and one who may not', () => {
    const allow = { slackUsers: ['U0000FIRST', 'U000SECOND', 'U0000THIRD'], slackGroups: ['S0000GROUP'] };
    const { channels, users, groups } = inventWorkspace(configWith({ verdicts: { allow } }));
    expect(channels).toEqual([
      { id: 'C0SOC0CASES', name: 'soc' },
      { id: 'C0VIP0CASES', name: 'vip' },
    ]);
    expect(users.map(({ id, realName }) => [id, realName])).toEqual([
      ['U0000FIRST', 'Ada Winter'],
      ['U000SECOND', 'Bo Larsen'],
      ['U0000THIRD', 'Cleo Marsh'],
      ['U0INVENTED4', 'Analyst 4'],
    ]);
    expect(groups).toEqual([{ id: 'S0000GROUP', handle: 'group-1', users: ['U0INVENTED4'] }]);
  });
});

describe('the Slack of our own', () => {
  async function open(realApi = false) {
    const config = configWith();
    const news: string[] = [];
    const part = await startSlackStandIn({ config, port: 0, realApi, say: (text) => news.push(text) });
    onTestFinished(() => part.stop());
    const { url, controlUrl, users } = part.json as Record<string, string> & {
      users: Record<string, string>;
    };
    const send = async (address: string, body: object): Promise<{ ts?: string }> => {
      const Authorization = `Bearer ${part.secrets['/slack/token']}`;
      const headers = { Authorization, 'Content-Type': 'application/json; charset=utf-8' };
      return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json() as never;
    };
    const told = () => news.splice(0);
    return { part, config, url, controlUrl, users, send, told };
  }

  it('takes the place of Slack in the configuration', async () => {
    const { part, config, url } = await open();
    const { slack } = part.place(config);
    expect(slack).toMatchObject({ apiUrl: url, signingSecret: '/slack/secret' });
    expect(slack?.teamId).toEqual([expect.stringMatching(/^T0/)]);
    expect(slack?.teamId).not.toContain('T0THEIRS00');
    expect(part.more({}).join(' ')).not.toContain('real');
  });

  it('warns that its clicks count where the API is real', async () => {
    const { part } = await open(true);
    expect(part.more({}).join(' ')).toContain('the real API records a verdict');
  });

  it('tells what is posted, what was decided once, and who was told something', async () => {
    const { url, controlUrl, users, send, told } = await open();
    const line = (...elements: object[]) => ({
      type: 'rich_text',
      elements: [{ type: 'rich_text_section', elements }],
    });
    const text = (words: string) => ({ type: 'text', text: words });
    const small = line(text('case '), text('7f3e2a10-4c1d'), text('  ·  acme'));
    const press = {
      type: 'actions',
      elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }],
    };
    const content = { channel: 'C0SOC0CASES', text: 'A case', blocks: [line(text('Fraud')), press, small] };
    const { ts } = await send(`${url}chat.postMessage`, content);
    expect(told()).toEqual(['soc: case posted']);
    const decided = {
      ...content,
      ts,
      text: 'Fraud · Ada Winter: safe, recorded',
      blocks: [line(text('Fraud')), small],
    };
    await send(`${url}chat.update`, decided);
    await send(`${url}chat.update`, { ...decided, text: 'Worse fraud · Ada Winter: safe, recorded' });
    expect(told()).toEqual(['soc: Ada Winter: safe, recorded']);
    await send(`${url}chat.update`, { ...content, ts });
    await send(`${controlUrl}/click`, {
      userId: users['Bo Larsen'],
      channel: 'C0SOC0CASES',
      ts,
      actionId: 'go',
    });
    expect(told()).toEqual(['Bo Larsen was told: That did not work: the app could not be reached']);
  });
});

it('gives the token of the stand-in the rights of the manifest, so that a bot out of its channel fails', async () => {
  const config = configWith();
  const part = await startSlackStandIn({ config, port: 0, realApi: false, say: () => {} });
  onTestFinished(() => part.stop());
  const slack = part.standIns?.slack ?? expect.fail('no stand-in');
  const post = async () => {
    const answer = await fetch(`${slack.url}chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: 'C0SOC0CASES', text: 'hello' }),
    });
    return answer.json();
  };
  expect(await post()).toMatchObject({ ok: true });
  slack.leave('C0SOC0CASES');
  expect(await post()).toMatchObject({ ok: false, error: 'not_in_channel' });
});
