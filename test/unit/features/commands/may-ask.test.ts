import { describe, expect, it } from 'vitest';
import { sectionOf } from '../../../../lib/config/chats.ts';
import { listPlaces } from '../../../../lib/config/dead-routes.ts';
import { type BridgeInput, defineBridge } from '../../../../lib/config/define-bridge.ts';
import { type AskConfig, type Asker, mayAsk } from '../../../../lib/features/commands/may-ask.ts';
import type { ChatDirectory } from '../../../../lib/verdict/authorize.ts';

const [SOC, HR, ADA, EVE] = ['C0SOC00001', 'C0HR000001', 'U0ADA00001', 'U0EVE00001'];
const domain = { baseUrl: 'https://api.example/api/v1/external', apiKey: '/key' };
const slack = { signingSecret: '/secret', botToken: '/token' };
const NOBODY_IS: ChatDirectory = { isMember: async () => 'no', isOutsider: async () => 'no' };

const bridge = (input: Partial<BridgeInput>): AskConfig =>
  defineBridge({
    domains: { acme: domain },
    slack,
    destinations: { soc: { type: 'slack', channel: SOC }, hr: { type: 'slack', channel: HR } },
    routes: [{ name: 'all', to: 'soc' }],
    verdicts: { allow: { slackUsers: [ADA] } },
    ...input,
  } as BridgeInput);

const askers = (asker: Partial<Asker> & { id?: string } = {}): Asker => ({
  person: { surface: 'slack', id: asker.id ?? ADA, name: 'x' },
  channelId: SOC,
  namedIn: sectionOf('slack').namedIn,
  directory: NOBODY_IS,
  ...asker,
});
const asked = async (config: AskConfig, asker?: Parameters<typeof askers>[0]) => {
  const judged = await mayAsk(config, askers(asker));
  return judged.is === 'allowed' ? judged.domains.map(({ name, show }) => `${name} ${show}`) : judged.because;
};

describe('who may ask', () => {
  it('are people who may decide, wherever they ask', async () => {
    expect(await asked(bridge({}))).toEqual(['acme full']);
    expect(await asked(bridge({}), { channelId: 'D0DIRECT01' })).toEqual(['acme full']);
    expect(await asked(bridge({}), { id: EVE })).toBe('not-named');
    expect(await asked({ ...bridge({}), verdicts: undefined })).toBe('not-configured');
  });

  it('are asked about in their groups, and as guests', async () => {
    const config = bridge({ verdicts: { allow: { slackGroups: ['S0DUTY0001'] } } });
    const member: ChatDirectory = { ...NOBODY_IS, isMember: async () => 'yes' };
    expect(await mayAsk(config, askers({ directory: member }))).toMatchObject({
      is: 'allowed',
      found: { groups: ['S0DUTY0001'], outsider: false },
    });
    expect(await asked(config, { directory: { ...member, isOutsider: async () => 'yes' } })).toBe('guest');
    expect(await asked(config, { directory: member, isOutsider: true })).toBe('guest');
    const silent: ChatDirectory = { isMember: async () => 'unknown', isOutsider: async () => 'unknown' };
    expect(await asked(config, { directory: silent })).toBe('group-unknown');
  });

  it('ask only about domains of which they may decide every case', async () => {
    const domains = {
      acme: domain,
      globex: { ...domain, apiKey: '/other', verdicts: { allow: { slackUsers: [EVE] } } },
    };
    expect(await asked(bridge({ domains }))).toEqual(['acme full']);
    expect(await asked(bridge({ domains }), { id: EVE })).toEqual(['globex full']);
    // What HR alone may decide, HR alone may hear of.
    const destinations = {
      soc: { type: 'slack', channel: SOC },
      hr: { type: 'slack', channel: HR, verdicts: { allow: { slackUsers: [EVE] } } },
    } as const;
    const split = [
      { name: 'insiders', when: { threatType: 'insider_threat' }, to: 'hr', final: true },
      { name: 'rest', to: 'soc' },
    ] as const;
    expect(await asked(bridge({ destinations, routes: [...split] }))).toBe('not-named');
    expect(await asked(bridge({ destinations, routes: [...split] }), { id: EVE })).toBe('not-named');
    // Where one channel has all of them, its people hear of all of them.
    const both = [{ name: 'insiders', when: { threatType: 'insider_threat' }, to: 'hr' }, split[1]] as const;
    expect(await asked(bridge({ destinations, routes: [...both] }))).toEqual(['acme full']);
  });

  it('where everybody in a channel may decide, ask in that channel and nowhere else', async () => {
    const config = bridge({ verdicts: { allow: 'anyone-in-channel' } });
    expect(await asked(config, { id: EVE })).toEqual(['acme full']);
    expect(await asked(config, { id: EVE, channelId: HR })).toBe('other-channel');
    expect(await asked(config, { id: EVE, channelId: null })).toBe('other-channel');
    const some = bridge({
      verdicts: { allow: 'anyone-in-channel' },
      routes: [
        { name: 'some', when: { severity: 'low' }, to: 'soc' },
        { name: 'rest', to: 'hr' },
      ],
    });
    expect(await asked(some, { id: EVE })).toBe('other-channel');
    expect(await asked(some, { id: EVE, channelId: HR })).toEqual(['acme full']);
  });

  it('see of people what their channel shows, or else what the strictest does', async () => {
    const destinations = {
      soc: { type: 'slack', channel: SOC },
      hr: { type: 'slack', channel: HR, show: 'minimal' },
    } as const;
    const config = bridge({ destinations, routes: [{ name: 'all', to: ['soc', 'hr'] }] });
    expect(await asked(config)).toEqual(['acme full']);
    expect(await asked(config, { channelId: HR })).toEqual(['acme minimal']);
    expect(await asked(config, { channelId: 'D0DIRECT01' })).toEqual(['acme minimal']);
  });

  it('see no more of people in a channel that gets only threats, or nothing, than that channel shows', async () => {
    const NEWS = 'C0NEWS0001';
    const destinations = {
      soc: { type: 'slack', channel: SOC },
      threats: { type: 'slack', channel: HR, show: 'minimal' },
      other: { type: 'slack', channel: NEWS, show: 'pseudonym' },
    } as const;
    const routes = [
      { name: 'cases', when: { feed: 'cases' }, to: 'soc' },
      { name: 'threats', when: { feed: 'threats' }, to: 'threats' },
    ];
    const config = bridge({ destinations, routes } as Partial<BridgeInput>);
    expect(await asked(config, { channelId: HR })).toEqual(['acme minimal']);
    expect(await asked(config, { channelId: NEWS })).toEqual(['acme pseudonym']);
    expect(await asked(config)).toEqual(['acme full']);
  });
});

describe('a destination gets all cases of a domain', () => {
  const routed = (...routes: object[]) =>
    listPlaces(bridge({ routes: routes as never }), { domain: 'acme', feed: 'cases' }).all.has('soc');
  it.each([
    ['by a route for everything', true, [{ to: 'soc' }]],
    ['by a route for its domain', true, [{ when: { domain: 'acme' }, to: 'soc' }, { to: 'hr' }]],
    ['not by a route for some', false, [{ when: { severity: 'high' }, to: 'soc' }, { to: 'hr' }]],
    [
      'not behind a final route that takes some',
      false,
      [{ when: { severity: 'high' }, to: 'hr', final: true }, { to: 'soc' }],
    ],
    [
      'behind a final route that sends them there too',
      true,
      [{ when: { severity: 'high' }, to: ['hr', 'soc'], final: true }, { to: 'soc' }],
    ],
    ['not by a route that only counts', false, [{ to: 'soc', shadow: true }, { to: 'hr' }]],
  ])('%s', (_, all, routes) => expect(routed(...routes)).toBe(all));
});
