import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock as clock } from '../../../../lib/base/clock.ts';
import { askMember } from '../../../../lib/chats/teams/ask-member.ts';
import type { Connector } from '../../../../lib/chats/teams/connector.ts';
import { teamsDirectory } from '../../../../lib/chats/teams/directory.ts';
import type { BridgeConfig } from '../../../../lib/config/define-bridge.ts';
import { startTeams, type Teams } from '../../../../local/teams/server.ts';
import { keys } from '../../local/teams/harness.ts';

const ADA = 'aad00000-0000-4000-8000-00000000ada0';
const BO = 'aad00000-0000-4000-8000-0000000000b0';
const GUS = 'aad00000-0000-4000-8000-000000000605';
const FAY = 'aad00000-0000-4000-8000-000000000fa0';
const ANONYMOUS = 'aad00000-0000-4000-8000-00000000a000';
const STRANGER = 'aad00000-0000-4000-8000-000000000999';
const PARTNER_TENANT = '99990000-0000-4000-8000-000000000001';
const DUTY = '94090000-0000-4000-8000-000000000001';
const WHOLE = '94090000-0000-4000-8000-000000000002';
const MANY = Array.from({ length: 21 }, (_, at) => `94090000-0000-4000-8000-1000000000${10 + at}`);

describe('in the strict Teams on this machine', () => {
  let teams: Teams;
  let channel = '';
  beforeAll(async () => {
    teams = await startTeams({
      keys: keys(),
      rates: false,
      users: [
        { name: 'Ada Winter', aadObjectId: ADA },
        { name: 'Bo Larsen', aadObjectId: BO },
        { name: 'Gus Guest', aadObjectId: GUS, userRole: 'guest' },
        { name: 'Fay Partner', aadObjectId: FAY, tenantId: PARTNER_TENANT },
        { name: 'Nobody', aadObjectId: ANONYMOUS, userRole: 'anonymous' },
      ],
      groups: [
        { id: DUTY, name: 'duty', members: [ADA, GUS] },
        // Through another group, and that one through this.
        { id: WHOLE, name: 'everybody', members: [BO, DUTY, WHOLE] },
      ],
    });
    channel = teams.addChannel([...teams.directory.teams.keys()][0] ?? '', { name: 'soc' }).id;
  });
  afterAll(() => teams.close());

  const directory = (options: { password?: string; groups?: readonly string[] } = {}) => {
    const { appId, tenantId, serviceUrl } = teams;
    const config = {
      teams: { appId, tenantId, password: '/p', cloud: 'public', apiUrl: new URL(serviceUrl).origin },
      verdicts: { allow: { teamsGroups: options.groups ?? [DUTY, WHOLE] } },
      domains: {},
      routes: [],
      destinations: {},
    } as unknown as BridgeConfig;
    const readSecret = async () => options.password ?? teams.password;
    return teamsDirectory({ config, readSecret, clock, log: () => undefined })(serviceUrl);
  };

  it.each([
    ['a member', ADA, 'no'],
    ['a member, in capitals', ADA.toUpperCase(), 'no'],
    ['a guest', GUS, 'yes'],
    ['somebody of another tenant', FAY, 'yes'],
    ['somebody anonymous', ANONYMOUS, 'yes'],
    ['somebody who is not in the team', STRANGER, 'yes'],
  ])('%s is told apart', async (_, userId, expected) => {
    expect(await directory().isOutsider(userId, channel)).toBe(expected);
  });

  it('nobody is told apart in a channel that the bot is not in, or without its password', async () => {
    expect(await directory().isOutsider(ADA, '19:nowhere@thread.tacv2')).toBe('unknown');
    expect(await directory().isOutsider(ADA, null)).toBe('unknown');
    expect(await directory({ password: 'wrong' }).isOutsider(ADA, channel)).toBe('unknown');
  });

  it('groups of Entra have the members that Graph says, also through other groups', async () => {
    const { isMember } = directory();
    const members = await Promise.all(
      [ADA, BO, GUS, FAY].map(async (one) => [
        await isMember(DUTY, one),
        await isMember(WHOLE.toUpperCase(), one),
      ]),
    );
    expect(members).toEqual([
      ['yes', 'yes'],
      ['no', 'yes'],
      ['yes', 'yes'],
      ['no', 'no'],
    ]);
    expect(teams.countRequests('checkMemberGroups')).toBe(4);
  });

  it('groups are asked for twenty at a time, and those that do not exist have nobody', async () => {
    const { isMember } = directory({ groups: [...MANY, DUTY] });
    expect(await isMember(DUTY, ADA)).toBe('yes');
    expect(await isMember(MANY[0] ?? '', ADA)).toBe('no');
  });

  it('groups cannot be asked for without the permissions, and can a moment after they were given', async () => {
    teams.set({ graphPermissions: ['GroupMember.Read.All'] });
    expect(await directory().isMember(DUTY, ADA)).toBe('no-right');
    teams.set({ graphPermissions: ['GroupMember.Read.All', 'User.ReadBasic.All'] });
    expect(await directory().isMember(DUTY, ADA)).toBe('yes');
    expect(await directory({ password: 'wrong' }).isMember(DUTY, ADA)).toBe('unknown');
  });

  it('the token of the connector opens nothing at Graph', async () => {
    const url = `${new URL(teams.serviceUrl).origin}/graph/v1.0/users/${ADA}/checkMemberGroups`;
    const login = await fetch(`${teams.loginUrl}/${teams.tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: teams.appId,
        client_secret: teams.password,
        scope: 'https://api.botframework.com/.default',
      }),
    });
    const { access_token } = (await login.json()) as { access_token: string };
    const ask = (token: string, body: unknown) =>
      fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const refused = await ask(access_token, { groupIds: [DUTY] });
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { error: { code: 'InvalidAuthenticationToken' } },
    ]);
  });
});

describe('what Teams says about a member', () => {
  const TENANT = '7e4a4700-0000-4000-8000-000000000001';
  const MEMBER = {
    aadObjectId: ADA,
    tenantId: TENANT,
    userRole: 'user',
    userPrincipalName: 'ada@acme.example',
  };
  const told = async (value: object) => {
    const connector = { member: async () => ({ is: 'ok', value }) } as unknown as Connector;
    const answer = await askMember(connector, {
      serviceUrl: null,
      channel: '19:x',
      userId: ADA,
      tenantId: TENANT,
    });
    return answer.is === 'known' ? answer.value : answer.is;
  };

  it.each<[string, object, boolean | 'failed']>([
    ['all of it', MEMBER, false],
    ['no role, as older ones', { ...MEMBER, userRole: undefined }, false],
    ['a guest by their name', { ...MEMBER, userPrincipalName: 'ada_x.example#EXT#@acme.example' }, true],
    ['a guest by their role', { ...MEMBER, userRole: 'guest' }, true],
    ['a role that we do not know', { ...MEMBER, userRole: 'visitor' }, true],
    ['another tenant', { ...MEMBER, tenantId: BO }, true],
    ['somebody else', { ...MEMBER, aadObjectId: BO }, 'failed'],
    ['nothing', {}, 'failed'],
    ['only a name', { userPrincipalName: 'ada@acme.example' }, 'failed'],
    ['something else', { aadObjectId: 7 }, 'failed'],
  ])('counts: %s', async (_, value, expected) => {
    const email = expected === false ? 'ada@acme.example' : null;
    const known = { outside: expected, name: 'Ada Winter', email };
    const said = { name: 'Ada Winter', email: 'ada@acme.example' };
    expect(await told({ ...value, ...said })).toEqual(expected === 'failed' ? expected : known);
  });

  it('vouches for the principal name where there is no address', async () => {
    expect(await told({ ...MEMBER, email: '', userPrincipalName: 'ada@acme.example' })).toEqual({
      outside: false,
      name: null,
      email: 'ada@acme.example',
    });
  });
});
