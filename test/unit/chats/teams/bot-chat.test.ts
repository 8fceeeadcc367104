import { expect, it } from 'vitest';
import { openBot } from '../../../../lib/chats/teams/bot-chat.ts';
import { renderHello } from '../../../../lib/chats/teams/render-hello.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { APP_ID, CHANNEL, TENANT_ID } from './requests.ts';

it.each([
  ['failed', async () => Promise.reject(new Error('ParameterNotFound'))],
  ['refused', async () => ' '],
])('a post for which there is no client secret has certainly %s', async (is, readPassword) => {
  const { chat } = openBot({
    teams: { appId: APP_ID, tenantId: TENANT_ID, password: '/p', cloud: 'public' },
    readPassword,
    serviceUrlOf: async () => null,
    teamOf: async () => null,
    transport: { send: () => Promise.reject(new Error('nothing may be sent')) },
    clock: createManualClock(0),
  });
  expect(await chat.post(CHANNEL, renderHello(CHANNEL), { mark: 'm' })).toMatchObject({ is });
});
