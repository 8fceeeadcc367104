import { createRequire } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSigningKey, startTeams, type Teams } from '../../local/teams/server.ts';
import { installPeers } from '../bench/install-peers.ts';

// The clients are untyped here on purpose: only this test has them, and it says what it expects of them.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;

const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';
const cardOf = (text: string) => ({
  contentType: CARD_TYPE,
  content: {
    type: 'AdaptiveCard',
    version: '1.5',
    body: [{ type: 'TextBlock', text }],
    actions: [{ type: 'Action.Execute', title: 'Press', verb: 'press', data: { some: 'thing' } }],
  },
});
const messageOf = (text: string) => ({ type: 'message', attachments: [cardOf(text)] });

let teams: Teams;
let channel: string;
let teamId: string;
let userId: string;
let officialBot: Loose;
let client: (name: string) => Loose;

/** The bot as one would write it with Microsoft's SDK. It answers what the stand-in sends, by the code of Microsoft. */
const heard: { readonly what: string; readonly activity: Loose }[] = [];
let onTurn: ((context: Loose) => Promise<void>) | null = null;

async function deliver(_url: string, init: RequestInit): Promise<Response> {
  const headers = Object.fromEntries(
    Object.entries(init.headers as Record<string, string>).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const answer = { status: 200, body: '' };
  const response = {
    header: () => undefined,
    status: (code: number) => {
      answer.status = code;
    },
    send: (body: unknown) => {
      answer.body = JSON.stringify(body);
    },
    end: () => undefined,
  };
  const request = { method: 'POST', headers, body: JSON.parse(String(init.body)) };
  await officialBot.adapter.process(request, response, (context: Loose) => officialBot.bot.run(context));
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'Content-Type': 'application/json' },
  });
}

async function tokenFor(scope: string): Promise<string> {
  const { loginUrl, tenantId, appId, password } = teams;
  const answer = await fetch(`${loginUrl}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: password,
      scope,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

function createOfficialBot() {
  const { CloudAdapter, ConfigurationBotFrameworkAuthentication, TeamsActivityHandler } =
    client('botbuilder');
  const { appId, tenantId, openIdUrl } = teams;
  const signRequest = async (request: Loose) => {
    request.headers.set('authorization', `Bearer ${await tokenFor('https://api.botframework.com/.default')}`);
    return request;
  };
  const credentials = {
    isValidAppId: async (id: string) => id === appId,
    isAuthenticationDisabled: async () => false,
    // The login of Microsoft's own library goes to Microsoft; that of the stand-in is held by its own test.
    createCredentials: async () => ({ signRequest }),
  };
  const authentication = new ConfigurationBotFrameworkAuthentication(
    {
      MicrosoftAppType: 'SingleTenant',
      MicrosoftAppId: appId,
      MicrosoftAppTenantId: tenantId,
      ToChannelFromBotLoginUrl: 'https://login.microsoftonline.com/botframework.com',
      ToChannelFromBotOAuthScope: 'https://api.botframework.com',
      ToBotFromChannelTokenIssuer: 'https://api.botframework.com',
      OAuthUrl: 'https://api.botframework.com',
      ToBotFromChannelOpenIdMetadataUrl: openIdUrl,
      ToBotFromEmulatorOpenIdMetadataUrl:
        'https://login.microsoftonline.com/botframework.com/v2.0/.well-known/openid-configuration',
      CallerId: 'urn:botframework:azure',
    },
    credentials,
  );
  const note = (what: string) => async (context: Loose, next: Loose) => {
    heard.push({ what, activity: context.activity });
    await onTurn?.(context);
    await next();
  };
  class Bot extends TeamsActivityHandler {
    async onAdaptiveCardInvoke(context: Loose, invoked: Loose) {
      heard.push({ what: 'invoke', activity: { ...context.activity, invoked } });
      return { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'Taken.' };
    }
  }
  const bot = new Bot() as Loose;
  bot.onMessage(note('message'));
  bot.onMembersAdded(note('added'));
  bot.onMembersRemoved(note('removed'));
  bot.onInstallationUpdateAdd(note('installed'));
  bot.onInstallationUpdateRemove(note('uninstalled'));
  bot.onTeamsTeamArchivedEvent(async (_team: Loose, context: Loose, next: Loose) =>
    note('archived')(context, next),
  );
  bot.onTeamsTeamUnarchivedEvent(async (_team: Loose, context: Loose, next: Loose) =>
    note('unarchived')(context, next),
  );
  const adapter = new CloudAdapter(authentication);
  adapter.onTurnError = async (_context: unknown, error: Error) => {
    throw error;
  };
  return { bot, adapter, signRequest };
}

beforeAll(async () => {
  installPeers();
  client = createRequire(new URL('../bench/package.json', import.meta.url));
  // Made before anybody waits for an answer: that takes seconds on a busy machine.
  const keys = [createSigningKey(), createSigningKey()];
  teams = await startTeams({ requestUrl: 'https://bot.example/teams', deliver, rates: false, keys });
  officialBot = createOfficialBot();
  [, channel = ''] = teams.directory.channels.keys();
  [teamId = ''] = teams.directory.teams.keys();
  [userId = ''] = teams.directory.people.keys();
});
afterAll(() => teams.close());
beforeEach(() => {
  heard.length = 0;
  onTurn = null;
});

const shownIn = (id: string) => JSON.stringify(teams.message(channel, id)?.cards);

describe('the connector of the stand-in, as the connector client of botbuilder calls it', () => {
  const connector = () => {
    const { ConnectorClient } = client('botframework-connector');
    const credentials = { signRequest: officialBot.signRequest };
    return new ConnectorClient(credentials, { baseUri: teams.serviceUrl }).conversations;
  };
  const open = async (text: string) =>
    connector().createConversation({
      isGroup: true,
      channelData: { channel: { id: channel } },
      bot: { id: teams.appId, name: 'bot' },
      tenantId: teams.tenantId,
      activity: messageOf(text),
    });

  it('begins a thread', async () => {
    const { id, activityId } = await open('first');
    expect(id).toBe(`${channel};messageid=${activityId}`);
    expect(shownIn(activityId)).toContain('first');
  });

  it('answers in it, to the conversation and to an activity, and updates what it said', async () => {
    const { id, activityId } = await open('first');
    const sent = await connector().sendToConversation(id, messageOf('second'));
    const replied = await connector().replyToActivity(id, activityId, messageOf('third'));
    expect(teams.thread(channel, activityId).map((one) => one.id)).toEqual([sent.id, replied.id]);
    await connector().updateActivity(id, sent.id, { ...messageOf('second, changed'), id: sent.id });
    expect(shownIn(sent.id)).toContain('second, changed');
  });

  it('replies to an activity of a channel inside its thread', async () => {
    const { activityId } = await open('first');
    const { id } = await connector().replyToActivity(channel, activityId, messageOf('under it'));
    expect(teams.thread(channel, activityId).map((one) => one.id)).toEqual([id]);
  });

  it('says who is there, and what Graph calls the team', async () => {
    const person = teams.directory.people.get(userId);
    const member = await connector().getConversationMember(channel, person?.aadObjectId);
    expect(member).toMatchObject({ id: userId, name: person?.name, userPrincipalName: person?.email });
    expect(await connector().getConversationMembers(channel)).toHaveLength(teams.directory.people.size);
    const { TeamsConnectorClient } = client('botframework-connector');
    const credentials = { signRequest: officialBot.signRequest };
    const { teams: details } = new TeamsConnectorClient(credentials, { baseUri: teams.serviceUrl });
    const { aadGroupId } = teams.directory.teams.get(teamId) ?? {};
    expect(await details.fetchTeamDetails(teamId)).toMatchObject({ id: teamId, aadGroupId });
  });

  it('refuses in the form that the client reads', async () => {
    const nowhere = connector().sendToConversation('19:nowhere@thread.tacv2', messageOf('x'));
    await expect(nowhere).rejects.toMatchObject({ statusCode: 404, code: 'ConversationNotFound' });
    const large = connector().sendToConversation(channel, messageOf('x'.repeat(41 * 1024)));
    await expect(large).rejects.toMatchObject({ statusCode: 413, code: 'MessageSizeTooBig' });
  });
});

describe('the connector of the stand-in, as @microsoft/teams.api calls it', () => {
  const api = async () => {
    const { Client } = client('@microsoft/teams.api');
    const token = await tokenFor('https://api.botframework.com/.default');
    return new Client(teams.serviceUrl.replace(/\/$/, ''), { token });
  };

  it('begins a thread, answers in it and updates what it said', async () => {
    const { conversations } = await api();
    const { id, activityId } = await conversations.create({
      isGroup: true,
      tenantId: teams.tenantId,
      channelData: { channel: { id: channel } },
      activity: messageOf('first'),
    });
    const activities = conversations.activities(id);
    const reply = await activities.create(messageOf('second'));
    await activities.reply(activityId, messageOf('third'));
    expect(teams.thread(channel, activityId)).toHaveLength(2);
    await activities.update(reply.id, messageOf('second, changed'));
    expect(shownIn(reply.id)).toContain('second, changed');
  });

  it('says who is there, and what Graph calls the team', async () => {
    const { conversations, teams: details } = await api();
    const { aadObjectId } = teams.directory.people.get(userId) ?? {};
    expect(await conversations.members(channel).getById(aadObjectId)).toMatchObject({
      id: userId,
      aadObjectId,
    });
    const { aadGroupId } = teams.directory.teams.get(teamId) ?? {};
    expect(await details.getById(teamId)).toMatchObject({ id: teamId, aadGroupId });
  });
});

describe('a targeted message of the stand-in, as @microsoft/teams.api sends it', () => {
  it('is sent, changed and deleted for one person, as one finds them among the members', async () => {
    const { Client } = client('@microsoft/teams.api');
    const token = await tokenFor('https://api.botframework.com/.default');
    const { conversations } = new Client(teams.serviceUrl.replace(/\/$/, ''), { token });
    const { id: thread, activityId } = await conversations.create({
      isGroup: true,
      tenantId: teams.tenantId,
      channelData: { channel: { id: channel } },
      activity: messageOf('first'),
    });
    const recipient = { id: userId, name: 'Ada', isTargeted: true };
    const { id } = await conversations.createTargetedActivity(thread, { ...messageOf('for you'), recipient });
    const shown = () => teams.targeted(userId).find((one) => one.id === id)?.shown[0];
    expect([shown(), teams.thread(channel, activityId)]).toEqual(['for you', []]);
    await conversations.updateTargetedActivity(thread, id, messageOf('for you, changed'));
    expect(shown()).toBe('for you, changed');
    const renamed = conversations.updateTargetedActivity(thread, id, { ...messageOf('x'), recipient });
    await expect(renamed).rejects.toMatchObject({ response: { status: 400 } });
    await conversations.deleteTargetedActivity(thread, id);
    const { members } = await conversations.getPagedMembers(channel, 50);
    expect(members).toHaveLength(teams.directory.people.size);
    expect(shown()).toBeUndefined();
  });
});

describe('what the stand-in sends, as botbuilder takes it', () => {
  const whatWasHeard = () => heard.map(({ what }) => what);

  it('is an installation, and a removal', async () => {
    await teams.uninstall({ teamId });
    await teams.install({ teamId, channel });
    expect(whatWasHeard()).toEqual(['removed', 'uninstalled', 'added', 'installed']);
    expect(heard.at(-1)?.activity.channelData.settings.selectedChannel.id).toBe(channel);
  });

  it('is a team that was archived, and one that was not any more', async () => {
    await teams.archiveTeam(teamId);
    await teams.archiveTeam(teamId, false);
    expect(whatWasHeard()).toEqual(['archived', 'unarchived']);
  });

  it('is the bot in a private channel', async () => {
    const { id } = teams.addChannel(teamId, { name: 'private', type: 'private' });
    await teams.addToChannel(id);
    await teams.removeFromChannel(id);
    expect(whatWasHeard()).toEqual(['added', 'removed']);
    expect(heard[0]?.activity.channelData.channel).toMatchObject({ id, type: 'private' });
  });

  it('is a mention, which the bot answers in its thread, now and later', async () => {
    const { TurnContext, TeamsInfo } = client('botbuilder');
    let reference: Loose;
    let team: Loose;
    onTurn = async (context) => {
      reference = TurnContext.getConversationReference(context.activity);
      team = await TeamsInfo.getTeamDetails(context);
      await context.sendActivity(messageOf('now'));
    };
    const { outcome } = await teams.say({ channel, userId, text: 'hello' });
    expect(outcome).toMatchObject({ status: 200 });
    expect(whatWasHeard()).toEqual(['message']);
    expect(TurnContext.getMentions(heard[0]?.activity)).toHaveLength(1);
    expect(team.aadGroupId).toBe(teams.directory.teams.get(teamId)?.aadGroupId);
    await officialBot.adapter.continueConversationAsync(teams.appId, reference, async (context: Loose) => {
      const { id } = await context.sendActivity(messageOf('later'));
      await context.updateActivity({ ...messageOf('later, changed'), id });
    });
    const root = teams.messages(channel).at(-1)?.id ?? '';
    const told = teams.thread(channel, root).map(({ cards }) => JSON.stringify(cards));
    expect(told).toEqual([expect.stringContaining('now'), expect.stringContaining('later, changed')]);
  });

  it('is a press, which the bot answers', async () => {
    let id = '';
    const begin = async (context: Loose) => {
      ({ id } = await context.sendActivity(messageOf('press this')));
    };
    onTurn = begin;
    await teams.say({ channel, userId, text: 'hello' });
    heard.length = 0;
    const { outcome, seen } = await teams.click({ channel, id, userId, verb: 'press' });
    expect(outcome).toMatchObject({ status: 200 });
    expect(heard[0]).toMatchObject({
      what: 'invoke',
      activity: { replyToId: id, invoked: { action: { verb: 'press', data: { some: 'thing' } } } },
    });
    expect(JSON.stringify(seen)).toContain('Taken.');
  });

  it('is nothing that a stranger signed', async () => {
    for (const token of [
      { otherKey: true },
      { signature: 'broken' },
      { claims: { aud: 'another' } },
    ] as const) {
      const { outcome } = await teams.say({ channel, userId, text: 'hello', forging: { token } });
      expect(outcome).toMatchObject({ kind: 'answered', ok: false });
    }
    expect(heard).toEqual([]);
  });
});
