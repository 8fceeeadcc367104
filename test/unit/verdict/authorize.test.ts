import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../lib/case/answer.ts';
import type { AuthorityConfig } from '../../../lib/config/authority.ts';
import { type ChatName, sectionOf } from '../../../lib/config/chats.ts';
import type { VerdictsConfig } from '../../../lib/config/define-bridge.ts';
import { type AuthorizeRequest, authorize, type DirectoryAnswer } from '../../../lib/verdict/authorize.ts';

const ada: Person = { surface: 'slack', id: 'U0000ADA', name: 'Ada' };
const bo: Person = { surface: 'slack', id: 'U00000BO', name: 'Bo' };
const entra = '0b1c8a52-0000-4000-8000-00000000ABCD';
const tess: Person = { surface: 'teams', id: entra.toLowerCase(), name: 'Tess' };
const NAMED = { slackUsers: [], slackGroups: [], teamsUsers: [], teamsGroups: [], people: [] };

type Allow = VerdictsConfig['allow'];

const configOf = (allow: Allow, more: Partial<AuthorityConfig> = {}): AuthorityConfig => ({
  verdicts: { allow, guests: 'may-not' } as VerdictsConfig,
  domains: { acme: {} } as unknown as AuthorityConfig['domains'],
  routes: [],
  people: {},
  destinations: {
    soc: { type: 'slack', channel: 'C0000SOC', token: '/t' },
    duty: { type: 'teams', channel: '19:abc@thread.tacv2' },
    odd: { type: 'teams', channel: 'C0000SOC' },
    hook: { type: 'webhook', url: 'https://x.example', secret: ['/s'], format: 'plain' },
    board: { type: 'teams', workflowUrl: '/w' },
  },
  ...more,
});

const nobodyAsked = async (): Promise<never> => {
  throw new Error('nobody should have asked');
};

const asking = (allow: Allow, change: Partial<AuthorizeRequest> = {}) =>
  authorize({
    config: configOf(allow),
    person: ada,
    domain: 'acme',
    destination: 'soc',
    channelId: 'C0000SOC',
    namedIn: sectionOf((change.person ?? ada).surface as ChatName).namedIn,
    routes: nobodyAsked,
    directory: { isMember: nobodyAsked, isOutsider: nobodyAsked },
    ...change,
  });

const home = (
  isOutsider: DirectoryAnswer = 'no',
  groups: Readonly<Record<string, DirectoryAnswer>> = {},
) => ({
  isMember: async (group: string, user: string): Promise<DirectoryAnswer> =>
    user === ada.id || user === tess.id ? (groups[group] ?? 'no') : 'no',
  isOutsider: async () => isOutsider,
});

describe('anyone in the channel', () => {
  it('may decide in the very channel of the destination', async () => {
    const directory = home();
    expect(await asking('anyone-in-channel', { directory })).toMatchObject({
      is: 'allowed',
      as: 'in-channel',
    });
    const inTeams = { person: tess, destination: 'duty', channelId: '19:abc@thread.tacv2', directory };
    expect(await asking('anyone-in-channel', inTeams)).toMatchObject({ is: 'allowed' });
  });

  it.each<[string, Partial<AuthorizeRequest>]>([
    ['another channel', { channelId: 'C0000ALL' }],
    ['nowhere that Slack says', { channelId: null }],
    ['a destination that is no longer configured', { destination: 'gone' }],
    ['a destination that every object has', { destination: 'toString' }],
    ['a destination of another surface', { destination: 'odd' }],
    ['a webhook', { destination: 'hook' }],
    ['a channel that cannot answer', { person: tess, destination: 'board', channelId: null }],
  ])('may not decide from %s', async (_, change) => {
    expect(await asking('anyone-in-channel', { directory: home(), ...change })).toMatchObject({
      is: 'denied',
      because: 'other-channel',
    });
  });

  it('is not judged where nobody remembers the channel', async () => {
    expect(await asking('anyone-in-channel', { channelId: undefined })).toMatchObject({ is: 'unknown' });
  });
});

describe('named people', () => {
  it('may decide, each where they are known, and nobody is asked about them', async () => {
    expect(await asking({ ...NAMED, slackUsers: [ada.id], slackGroups: ['S1'] })).toMatchObject({
      as: 'named',
    });
    expect(await asking({ ...NAMED, teamsUsers: [entra] }, { person: tess })).toMatchObject({ as: 'named' });
  });

  it('may decide although they are guests or of another organization', async () => {
    const named = { ...NAMED, slackUsers: [ada.id] };
    expect(await asking(named, { isOutsider: true, directory: home('yes') })).toMatchObject({
      is: 'allowed',
    });
  });

  it('are named once for all chats, and then are nobody else', async () => {
    const config = configOf(
      { ...NAMED, people: ['ada'] },
      { people: { ada: { slack: ada.id, teams: entra } } },
    );
    for (const person of [ada, tess])
      expect(await asking(NAMED, { config, person })).toMatchObject({ as: 'named' });
    expect(await asking(NAMED, { config, person: bo })).toMatchObject({ is: 'denied' });
  });

  it('are not others, nor the same id elsewhere', async () => {
    expect(await asking({ ...NAMED, slackUsers: [bo.id] })).toMatchObject({ is: 'denied' });
    expect(await asking({ ...NAMED, teamsUsers: [ada.id] })).toMatchObject({ is: 'denied' });
    expect(await asking({ ...NAMED, slackUsers: [tess.id] }, { person: tess })).toMatchObject({
      is: 'denied',
    });
    expect(await asking({ ...NAMED, slackGroups: ['S1'] }, { person: tess })).toMatchObject({ is: 'denied' });
  });

  it('are nobody when the configuration no longer says who', async () => {
    const config = { ...configOf(NAMED), verdicts: undefined };
    expect(await asking(NAMED, { config })).toEqual({ is: 'denied', because: 'not-configured', by: null });
  });
});

describe('groups', () => {
  const among = (answers: Record<string, DirectoryAnswer>) =>
    asking({ ...NAMED, slackGroups: Object.keys(answers) }, { directory: home('no', answers) });

  it('let their members decide, also when another group cannot be asked', async () => {
    expect(await among({ S1: 'no', S2: 'yes' })).toMatchObject({ is: 'allowed', as: 'group' });
    expect(await among({ S1: 'unknown', S2: 'yes' })).toMatchObject({ is: 'allowed' });
  });

  it('let nobody else, and nobody when it is not known', async () => {
    expect(await among({ S1: 'no', S2: 'no' })).toMatchObject({ is: 'denied' });
    expect(await among({ S1: 'no', S2: 'unknown' })).toMatchObject({
      is: 'unknown',
      because: 'group-unknown',
    });
    expect(await among({ S1: 'no', S2: 'no-right' })).toMatchObject({
      is: 'unknown',
      because: 'group-right',
    });
  });
});

describe('guests and people of other organizations', () => {
  const groups = { ...NAMED, slackGroups: ['S1'] };
  const byRule = (
    allow: Allow,
    outsider: DirectoryAnswer,
    guests: 'may' | 'may-not' = 'may-not',
    more = {},
  ) => {
    const config = configOf(allow);
    const verdicts = { ...(config.verdicts as VerdictsConfig), guests };
    return asking(allow, {
      config: { ...config, verdicts },
      directory: home(outsider, { S1: 'yes' }),
      ...more,
    });
  };

  it.each<[Allow]>([['anyone-in-channel'], [groups]])(
    'may not decide unless the rule says so: %j',
    async (allow) => {
      expect(await byRule(allow, 'yes')).toMatchObject({ is: 'denied', because: 'guest' });
      expect(await byRule(allow, 'no', 'may-not', { isOutsider: true })).toMatchObject({ because: 'guest' });
      expect(await byRule(allow, 'yes', 'may')).toMatchObject({ is: 'allowed' });
      expect(await byRule(allow, 'unknown', 'may', { isOutsider: true })).toMatchObject({ is: 'allowed' });
    },
  );

  it('are not taken for one of us when nobody can say', async () => {
    expect(await byRule(groups, 'unknown')).toMatchObject({ is: 'unknown', because: 'guest-unknown' });
    expect(await byRule(groups, 'no-right')).toMatchObject({ is: 'unknown', because: 'guest-right' });
  });
});

describe('routes', () => {
  const route = (name: string, allow?: Allow) =>
    ({
      name,
      to: ['soc'],
      when: {},
      final: false,
      shadow: false,
      broadcast: false,
      verdicts: allow && { allow },
    }) as AuthorityConfig['routes'][number];
  const routes = [
    route('all'),
    route('vip', { ...NAMED, slackUsers: [bo.id] }),
    route('odd', { ...NAMED, slackUsers: [ada.id] }),
  ];
  const config = configOf({ ...NAMED, slackUsers: [ada.id, bo.id] }, { routes });
  const sentBy = (sent: string[] | null, person: Person) =>
    asking(NAMED, { config, person, routes: async () => sent });

  it('count where they sent the case, and one that speaks is enough', async () => {
    expect(await sentBy(['all'], ada)).toMatchObject({ is: 'allowed', by: { is: 'default' } });
    expect(await sentBy(['all', 'vip'], ada)).toMatchObject({
      is: 'denied',
      by: { is: 'route', name: 'vip' },
    });
    expect(await sentBy(['vip', 'odd'], ada)).toMatchObject({
      is: 'allowed',
      by: { is: 'route', name: 'odd' },
    });
  });

  it.each([[null], [[]]])(
    'all have to allow it where nobody knows which of them sent it: %j',
    async (sent) => {
      expect(await sentBy(sent, ada)).toMatchObject({ is: 'denied', by: { name: 'vip' } });
      expect(await sentBy(sent, bo)).toMatchObject({ is: 'denied', by: { name: 'odd' } });
      const both = route('vip', { ...NAMED, slackUsers: [ada.id, bo.id] });
      const wider = { ...config, routes: [routes[0], both] as AuthorityConfig['routes'] };
      expect(await asking(NAMED, { config: wider, routes: async () => sent })).toMatchObject({
        is: 'allowed',
      });
    },
  );

  it('are not asked for where no route says anything', async () => {
    const silent = { ...config, routes: [route('all')] };
    expect(await asking(NAMED, { config: silent })).toMatchObject({ is: 'allowed' });
  });
});

it('nobody is allowed whom no rule names, whatever the rules and the answers', async () => {
  const ids = fc.constantFrom(ada.id, bo.id, 'U0000EVE');
  const allow = fc.record({
    slackUsers: fc.array(ids, { maxLength: 2 }),
    slackGroups: fc.array(fc.constantFrom('S1', 'S2'), { maxLength: 2 }),
    people: fc.array(fc.constantFrom('ada', 'eve'), { maxLength: 2 }),
  });
  const says = fc.option(fc.record({ allow, guests: fc.constantFrom('may' as const, 'may-not' as const) }), {
    nil: undefined,
  });
  const told = fc.constantFrom<DirectoryAnswer>('yes', 'no', 'unknown', 'no-right');
  const scene = fc.record({
    base: says,
    domain: says,
    route: says,
    place: says,
    outsider: told,
    s1: told,
    s2: told,
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ base, domain, route, place, outsider, s1, s2 }) => {
      const complete = (one: typeof base) => one && { ...one, allow: { ...NAMED, ...one.allow } };
      const config = {
        ...configOf(NAMED, { people: { ada: { slack: ada.id }, eve: { slack: 'U0000EVE' } } }),
        verdicts: complete(base) ?? { allow: NAMED, guests: 'may-not' },
        domains: { acme: { verdicts: complete(domain) } },
        destinations: { soc: { type: 'slack', channel: 'C0000SOC', token: '/t', verdicts: complete(place) } },
        routes: [{ name: 'r', to: ['soc'], shadow: false, verdicts: complete(route) }],
      } as unknown as AuthorityConfig;
      const directory = home(outsider, { S1: s1, S2: s2 });
      const result = await asking(NAMED, { config, directory, routes: async () => ['r'] });
      const rule = place ?? route ?? domain ?? base;
      const isNamed = rule?.allow.slackUsers.includes(ada.id) || rule?.allow.people.includes('ada');
      const isMember = rule?.allow.slackGroups.some((group) => (group === 'S1' ? s1 : s2) === 'yes');
      const isFine = rule?.guests === 'may' || outsider === 'no';
      expect(result.is === 'allowed').toBe(Boolean(isNamed || (isMember && isFine)));
    }),
  );
});
