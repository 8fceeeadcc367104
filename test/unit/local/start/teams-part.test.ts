import { describe, expect, it, onTestFinished } from 'vitest';
import { type BridgeInput, defineBridge } from '../../../../lib/config/define-bridge.ts';
import { inventOrganisation } from '../../../../local/start/invent-people.ts';
import { readRealTeams } from '../../../../local/start/real-systems.ts';
import { realTeams, startTeamsStandIn } from '../../../../local/start/teams-part.ts';

const CHANNEL = '19:soc@thread.tacv2';
const ADA = 'aad0ada0-0000-4000-8000-0000000000a1';
const BOT = {
  appId: '6a5f3c1e-0000-4000-8000-000000000001',
  tenantId: '6a5f3c1e-0000-4000-8000-000000000002',
  password: '/teams/password',
};

const configWith = (changes: Partial<BridgeInput> = {}) =>
  defineBridge({
    domains: {
      acme: {
        baseUrl: 'https://posture.example/api',
        apiKey: '/acme/key',
        consoleUrl: 'https://posture.example',
      },
    },
    teams: BOT,
    destinations: {
      soc: { type: 'teams', channel: CHANNEL },
      news: { type: 'teams', workflowUrl: '/teams/workflow' },
    },
    routes: [{ to: 'soc' }],
    verdicts: { allow: { teamsUsers: [ADA] } },
    ...changes,
  });

describe('a Teams bot of one’s own', () => {
  it('is used when its secret is there', () => {
    expect(readRealTeams({ TEAMS_PASSWORD: ' s3cret~\n' })).toEqual({ password: 's3cret~' });
    expect(readRealTeams({ TEAMS_PASSWORD: '' })).toBeUndefined();
    expect(() => readRealTeams({ TEAMS_PASSWORD: 'two words' })).toThrow(/^TEAMS_PASSWORD holds characters/);
    expect(() => readRealTeams({ TEAMS_PASSWORD: 'two words' })).not.toThrow(/two words/);
  });

  it('is called where Teams is, and says what Teams has to reach', () => {
    const config = configWith();
    const part = realTeams(config, { password: 's3cret' });
    const pointed = { ...config, teams: { ...BOT, cloud: 'public' as const, apiUrl: 'http://127.0.0.1:1' } };
    expect(part.place(pointed).teams).toEqual({ ...BOT, cloud: 'public' });
    const told = part.more({ TeamsMessagingUrl: 'http://127.0.0.1:3/teams/messages' }).join(' ');
    expect(told).toContain('tunnel');
    expect(told).toContain('http://127.0.0.1:3/teams/messages');
    expect(JSON.stringify([part.json, told])).not.toContain('s3cret');
    expect(part.secrets).toEqual({ '/teams/password': 's3cret' });
  });
});

describe('the organisation that npm start makes up', () => {
  it('has the channels by name, those who may decide by their ids, and others who may not', () => {
    const { users, teams, appId } = inventOrganisation(configWith());
    expect(appId).toBe(BOT.appId);
    expect(users).toEqual([
      { name: 'Ada Winter', aadObjectId: ADA },
      { name: 'Bo Larsen' },
      { name: 'Cleo Marsh' },
    ]);
    expect(teams[0]?.channels).toEqual([
      { id: CHANNEL, name: 'soc' },
      { id: '19:news-workflow@thread.tacv2', name: 'news' },
    ]);
  });
});

describe('the Teams of our own', () => {
  async function open() {
    const config = configWith();
    const news: string[] = [];
    const part = await startTeamsStandIn({ config, port: 0, say: (text) => news.push(text) });
    onTestFinished(() => part.stop());
    const told = () => news.splice(0);
    return { part, config, told };
  }

  const card = (...texts: string[]) => ({
    type: 'AdaptiveCard',
    version: '1.5',
    body: texts.map((text) => ({ type: 'TextBlock', text })),
  });
  const contentType = 'application/vnd.microsoft.card.adaptive';

  it('takes the place of Teams in the configuration, and of a Workflow', async () => {
    const { part, config, told } = await open();
    expect(part.place(config).teams).toEqual({ ...BOT, cloud: 'public', apiUrl: part.address });
    expect(part.secrets['/teams/password']).toMatch(/\S/);
    const attachments = [{ contentType, contentUrl: null, content: card('Hello', 'threat 7f3e2a10') }];
    const answer = await fetch(part.secrets['/teams/workflow'] ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'message', attachments }),
    });
    expect(answer.status).toBe(202);
    expect(told()).toEqual(['news: threat posted']);
  });

  it('tells what is posted, and once what was decided', async () => {
    const { part, told } = await open();
    const { serviceUrl } = part.json as { serviceUrl: string };
    const send = async (method: string, address: string, body: object | URLSearchParams, token = '') => {
      const form = body instanceof URLSearchParams;
      const answer = await fetch(address, {
        method,
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(!form && { 'Content-Type': 'application/json' }),
        },
        body: form ? body : JSON.stringify(body),
      });
      return (await answer.json()) as Record<string, string>;
    };
    const login = await send(
      'POST',
      `${part.address}/login/${BOT.tenantId}/oauth2/v2.0/token`,
      new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: BOT.appId,
        client_secret: part.secrets['/teams/password'] ?? '',
        scope: 'https://api.botframework.com/.default',
      }),
    );
    const message = (summary: string, ...texts: string[]) => ({
      type: 'message',
      summary,
      attachments: [{ contentType, content: card(...texts, 'case 7f3e2a10  ·  acme') }],
    });
    const { id = '', activityId = '' } = await send(
      'POST',
      `${serviceUrl}v3/conversations`,
      {
        ...{ isGroup: true, tenantId: BOT.tenantId, channelData: { channel: { id: CHANNEL } } },
        activity: message('High: Fraud', 'Fraud'),
      },
      login.access_token,
    );
    expect(told()).toEqual(['soc: case posted']);
    const address = `${serviceUrl}v3/conversations/${encodeURIComponent(id)}/activities/${activityId}`;
    const decided = { ...message('High: Fraud · Ada Winter: safe, recorded', 'Fraud'), id: activityId };
    await send('PUT', address, decided, login.access_token);
    await send('PUT', address, decided, login.access_token);
    expect(told()).toEqual(['soc: Ada Winter: safe, recorded']);
    // Who is on a case is said once for all chats, elsewhere.
    const claimed = {
      ...message('High: Fraud · Ada Winter has had this since today', 'Fraud'),
      id: activityId,
    };
    await send('PUT', address, claimed, login.access_token);
    expect(told()).toEqual([]);
  });
});
