import { createHttpTransport } from '../../lib/base/http/http-transport.ts';
import type { Asked } from '../../lib/base/remembered-people.ts';
import { createTeamsToken, type TokenAnswer } from '../../lib/chats/teams/bot-token.ts';
import { cloudOf } from '../../lib/chats/teams/clouds.ts';
import { createConnector } from '../../lib/chats/teams/connector.ts';
import { explainRefusal } from '../../lib/chats/teams/explain-refusal.ts';
import { createGraph } from '../../lib/chats/teams/graph.ts';
import { createGraphCall } from '../../lib/chats/teams/graph-call.ts';
import { toAskIn } from '../../lib/config/authority.ts';
import type { ChatAnswer } from '../../lib/outbox/chat-port.ts';
import { type Check, type Finding, unknown, warning, well, wrong } from '../doctor/check.ts';

export function judgeLogin(answer: TokenAnswer): Finding {
  if (answer.is === 'ok') return well('Teams', 'the bot can log in');
  if (answer.is === 'refused') {
    const said = answer.reason.includes(answer.code) ? answer.reason : `${answer.reason} (${answer.code})`;
    return wrong(
      'Teams',
      `${said}. ${explainRefusal(said) ?? 'Compare teams.appId and teams.tenantId, and set its client secret again (the Value, not the Secret ID)'}`,
    );
  }
  return unknown(
    'Teams',
    `the login does not answer: ${answer.is === 'failed' ? answer.reason : 'it is busy'}`,
  );
}

/** Nobody's id: the answer that this person is not there proves that the bot is. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** `isBefore`: an app may be added after the deployment, which gives it its address. */
export function judgeConversation(name: string, answer: ChatAnswer<unknown>, isBefore = false): Finding {
  const about = `Teams channel of ${name}`;
  if (answer.is === 'ok' || (answer.is === 'refused' && answer.code === 'MemberNotFoundInConversation'))
    return well(about, 'the bot is in its team');
  if (answer.is === 'refused' && answer.kind === 'credentials')
    return wrong(about, `Teams does not take the bot (${answer.code}): is teams.appId the one of the bot?`);
  if (answer.is === 'refused' && answer.kind === 'place')
    return (isBefore ? warning : wrong)(
      about,
      `Teams does not let the bot in (${answer.code}): add the app to the team of this channel, or correct the id`,
    );
  // Whatever else it says of a person who does not exist proves nothing.
  if (answer.is === 'refused')
    return unknown(about, `Teams says ${answer.code}, so this shows with its first post`);
  return unknown(about, 'Teams does not answer, so this shows with its first post');
}

/** `groups`: whether the configuration names any. */
export function judgeConsent(groups: boolean, asked: Asked<unknown> | null): Finding[] {
  if (!groups || !asked) return [];
  const about = 'Teams consent';
  if (asked.is === 'known') return [well(about, 'the bot may ask who is in a group')];
  return asked.noRight
    ? [
        wrong(
          about,
          'the bot may not ask who is in a group, so nobody of teamsGroups could decide: an administrator of the tenant has to consent to GroupMember.Read.All and User.ReadBasic.All for its app',
        ),
      ]
    : [unknown(about, 'Microsoft Graph does not answer')];
}

export const teamsCheck: Check = {
  about: 'Teams',
  when: 'before',
  isOutside: true,
  async look({ config, bridge, secret, isBefore }) {
    if (!config.teams) return [];
    const { appId, tenantId: tenant, password: name } = config.teams;
    const password = await secret(name);
    if (password === null) return [unknown('Teams', `its client secret cannot be read: ${name}`)];
    const cloud = cloudOf(config.teams);
    const transport = createHttpTransport();
    const { clock } = bridge;
    const tokenFor = (scope: string) =>
      createTeamsToken({
        loginUrl: cloud.loginUrl,
        scope,
        tenant,
        appId,
        secret: password,
        transport,
        clock,
      });
    try {
      const token = tokenFor(cloud.scope);
      const login = judgeLogin(await token.get());
      if (login.is !== 'well') return [login];
      const { extraOrigins } = cloud;
      const connector = createConnector({ cloud, tenantId: tenant, token, transport, clock, extraOrigins });
      const channels = await Promise.all(
        Object.entries(config.destinations).flatMap(([name, destination]) =>
          destination.type === 'teams' && destination.channel !== undefined
            ? [
                connector
                  .member(null, destination.channel, NOBODY)
                  .then((said) => judgeConversation(name, said, isBefore)),
              ]
            : [],
        ),
      );
      const { groups } = toAskIn(config, 'teams');
      const call = createGraphCall({ cloud, token: tokenFor(cloud.graphScope), transport, clock });
      const graph = createGraph({ call, clock });
      const consent = judgeConsent(groups, groups ? await graph.memberGroups(NOBODY, [NOBODY]) : null);
      return [login, ...channels, ...consent];
    } finally {
      transport.close();
    }
  },
};
