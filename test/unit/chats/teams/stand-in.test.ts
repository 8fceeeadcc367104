import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock as clock } from '../../../../lib/base/clock.ts';
import { createHttpTransport } from '../../../../lib/base/http/http-transport.ts';
import { createTeamsToken } from '../../../../lib/chats/teams/bot-token.ts';
import { createTeamsChat } from '../../../../lib/chats/teams/chat.ts';
import { CLOUDS } from '../../../../lib/chats/teams/clouds.ts';
import { createConnector } from '../../../../lib/chats/teams/connector.ts';
import { startTeams, type Teams } from '../../../../local/teams/server.ts';
import { renderCase } from '../../../support/written-teams.ts';
import { keys } from '../../local/teams/harness.ts';
import { NOW_MS, story, verdict } from '../document/stories.ts';

let teams: Teams;
beforeAll(async () => {
  // Made before anybody waits for an answer: that takes seconds on a busy machine.
  teams = await startTeams({ keys: keys() });
});
afterAll(() => teams.close());

describe('the strict Teams on this machine', () => {
  it('takes a login, and says no to a channel it does not know', async () => {
    const { loginUrl, tenantId: tenant, appId, password: secret, serviceUrl } = teams;
    const transport = createHttpTransport();
    const cloud = CLOUDS.public;
    const token = createTeamsToken({ loginUrl, scope: cloud.scope, tenant, appId, secret, transport, clock });
    expect(await token.get()).toMatchObject({ is: 'ok' });
    const extraOrigins = [new URL(serviceUrl).origin];
    const connector = createConnector({ cloud, tenantId: tenant, token, transport, clock, extraOrigins });
    const chat = createTeamsChat(connector, { serviceUrlOf: async () => serviceUrl });
    const message = renderCase(story({ answer: verdict({ is: 'recorded', atMs: NOW_MS, resolved: true }) }));
    expect(await chat.post('19:nowhere@thread.tacv2', message, { mark: 'm' })).toMatchObject({
      is: 'refused',
      messageGone: false,
    });
  });
});
