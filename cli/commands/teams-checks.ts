import { cloudOf } from '../../lib/chats/teams/clouds.ts';
import { createTeamsToken, type TokenAnswer } from '../../lib/chats/teams/token.ts';
import { createHttpTransport } from '../../lib/platform/http/transport.ts';
import { type Check, type Finding, unknown, well, wrong } from '../doctor/check.ts';

export function judgeLogin(answer: TokenAnswer): Finding {
  if (answer.is === 'ok') return well('Teams', 'the bot can log in');
  if (answer.is === 'refused')
    return wrong(
      'Teams',
      `the login refuses the bot (${answer.code}): compare teams.appId and teams.tenantId, and set its client secret again (the Value, not the Secret ID)`,
    );
  return unknown(
    'Teams',
    `the login does not answer: ${answer.is === 'failed' ? answer.reason : 'it is busy'}`,
  );
}

export const teamsCheck: Check = {
  about: 'Teams',
  when: 'before',
  async look({ config, bridge, secret }) {
    if (!config.teams) return [];
    const { appId, tenantId: tenant, password: name } = config.teams;
    const password = await secret(name);
    if (password === null) return [unknown('Teams', `its client secret cannot be read: ${name}`)];
    const { loginUrl, scope } = cloudOf(config.teams);
    const transport = createHttpTransport();
    try {
      const token = createTeamsToken({
        loginUrl,
        scope,
        tenant,
        appId,
        secret: password,
        transport,
        clock: bridge.clock,
      });
      return [judgeLogin(await token.get())];
    } finally {
      transport.close();
    }
  },
};
