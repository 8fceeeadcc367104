import type { Person } from '../../lib/case/answer.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { systemPerson } from '../../lib/verdict/system-person.ts';
import type { Attempt } from './attempt.ts';
import {
  type Action,
  type ChatOfPeople,
  type Click,
  createStage,
  type Peopled,
  TEAM,
  TENANT,
} from './authority-stage.ts';

const ADA = { slack: 'U0ADA00001', teams: 'aad00000-0000-4000-8000-00000000ada0' } as const;
const BO = { slack: 'U0BO000001', teams: 'aad00000-0000-4000-8000-0000000000b0' } as const;
/** May decide in each chat, and nobody says that the two are one person. */
const CARA = { slack: 'U0CARA0001', teams: 'aad00000-0000-4000-8000-00000000ca0a' } as const;
const LEAD = 'U0LEAD0001';
/** In the group of each chat. */
const MEMBER = { slack: 'U0MEMBER01', teams: 'aad00000-0000-4000-8000-0000000000e1' } as const;
const GROUP = { slack: 'S0DUTY0001', teams: '94090000-0000-4000-8000-000000000001' } as const;
const PARTNER = { slack: 'T0PARTNER1', teams: '99990000-0000-4000-8000-000000000001' } as const;

const config = defineBridge({
  domains: {
    acme: { baseUrl: 'https://a.example/v1', apiKey: '/a' },
    beta: { baseUrl: 'https://b.example/v1', apiKey: '/b', verdicts: { allow: { slackUsers: [LEAD] } } },
  },
  slack: { signingSecret: '/s', botToken: '/t', teamId: TEAM },
  teams: { appId: ADA.teams, tenantId: TENANT, password: '/p' },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    open: { type: 'slack', channel: 'C0OPEN0001', verdicts: { allow: 'anyone-in-channel' } },
    lead: { type: 'slack', channel: 'C0LEAD0001', verdicts: { allow: { slackUsers: [LEAD] } } },
    partner: {
      type: 'slack',
      channel: 'C0PART0001',
      verdicts: { allow: 'anyone-in-channel', guests: 'may' },
    },
    duty: { type: 'teams', channel: '19:duty@thread.tacv2' },
    hall: { type: 'teams', channel: '19:hall@thread.tacv2', verdicts: { allow: 'anyone-in-channel' } },
  },
  routes: [
    { name: 'all', to: ['soc', 'open', 'lead', 'partner', 'duty', 'hall'] },
    { name: 'vip', when: { text: 'vip' }, to: ['soc', 'duty'], verdicts: { allow: { people: ['bo'] } } },
  ],
  people: { ada: ADA, bo: BO },
  verdicts: {
    allow: {
      people: ['ada', 'bo'],
      slackUsers: [CARA.slack],
      teamsUsers: [CARA.teams],
      slackGroups: [GROUP.slack],
      teamsGroups: [GROUP.teams],
    },
    outcomes: { ESCALATED: { approval: true } },
  },
});

const AT_HOME = { team_id: TEAM, is_restricted: false, is_ultra_restricted: false };
const COLLEAGUE = { tenantId: TENANT, userRole: 'user', userPrincipalName: 'x@acme.example' };

/** A person of each kind, whom the chat describes like this. In the group of their chat unless said otherwise. */
interface Stranger {
  readonly who: string;
  readonly chat: ChatOfPeople;
  readonly id: string;
  /** Undefined for whom the chat does not know. */
  readonly described?: object;
  readonly home?: string;
  readonly inGroup: boolean;
  /** Whether the chat says it for certain: what nobody knows counts as the action function took it. */
  readonly certain: boolean;
  /** Kept out of channels that are open to everyone in them. */
  readonly outside: boolean;
}

const slack = (who: string, described: object | undefined, more: Partial<Stranger> = {}): Stranger =>
  ({
    who,
    chat: 'slack',
    id: `U0${who.replaceAll(/\W/g, '').toUpperCase().slice(0, 8)}`,
    described,
    inGroup: true,
    certain: true,
    outside: true,
    ...more,
  }) as Stranger;
const teams = (
  who: string,
  id: number,
  described: object | undefined,
  more: Partial<Stranger> = {},
): Stranger =>
  ({
    who,
    chat: 'teams',
    id: `aad00000-0000-4000-8000-0000000009${id}`,
    described,
    inGroup: true,
    certain: true,
    outside: true,
    ...more,
  }) as Stranger;

const STRANGERS: readonly Stranger[] = [
  slack('nobody named', AT_HOME, { inGroup: false, outside: false }),
  slack('a guest', { ...AT_HOME, is_restricted: true }),
  slack('a single-channel guest', { ...AT_HOME, is_ultra_restricted: true }),
  slack('a partner', { team_id: PARTNER.slack }, { home: PARTNER.slack }),
  slack('silent partner', { ...AT_HOME, team_id: PARTNER.slack }),
  slack('unseen partner', AT_HOME, { home: PARTNER.slack }),
  slack('a stranger', { ...AT_HOME, is_stranger: true }),
  slack('switched off', { ...AT_HOME, deleted: true }),
  slack('made up', undefined),
  slack('undescribed', { team_id: TEAM }, { certain: false }),
  teams('nobody named', 10, COLLEAGUE, { inGroup: false, outside: false }),
  teams('a guest', 11, { ...COLLEAGUE, userRole: 'guest' }),
  teams('a guest by name', 12, { ...COLLEAGUE, userPrincipalName: 'x_y.example#EXT#@acme.example' }),
  teams('anonymous', 13, { ...COLLEAGUE, userRole: 'anonymous' }),
  teams('another tenant', 14, { ...COLLEAGUE, tenantId: PARTNER.teams }),
  teams('federated', 15, COLLEAGUE, { home: PARTNER.teams }),
  teams('not in the team', 16, undefined),
  teams('undescribed', 17, {}, { certain: false }),
];

const peopled = (): Peopled => ({
  slackUsers: new Map<string, object>([
    ...[ADA, BO, CARA, MEMBER].map(({ slack }) => [slack, AT_HOME] as const),
    [LEAD, AT_HOME],
    ...STRANGERS.flatMap(({ chat, id, described }) =>
      chat === 'slack' && described ? [[id, described] as const] : [],
    ),
  ]),
  slackGroups: new Map([[GROUP.slack, [MEMBER.slack, ...membersOf('slack')]]]),
  teamsMembers: new Map<string, object>([
    ...[ADA, BO, CARA, MEMBER].map(({ teams }) => [teams, COLLEAGUE] as const),
    ...STRANGERS.flatMap(({ chat, id, described }) =>
      chat === 'teams' && described ? [[id, described] as const] : [],
    ),
  ]),
  entraGroups: new Map([[GROUP.teams, [MEMBER.teams, ...membersOf('teams')]]]),
  down: false,
  groupsDown: false,
});

const membersOf = (chat: ChatOfPeople): string[] =>
  STRANGERS.filter((one) => one.chat === chat && one.inGroup).map(({ id }) => id);

const ACTIONS: readonly Action[] = ['decide', 'approve', 'decline', 'undo', 'retry'];
const BY_GROUP = { slack: 'soc', teams: 'duty' } as const;
const OPEN = { slack: 'open', teams: 'hall' } as const;

type Stage = ReturnType<typeof createStage>;

const attempt = (name: string, run: (stage: Stage, people: Peopled) => Promise<string | null>): Attempt => ({
  name,
  run: () => {
    const people = peopled();
    return run(createStage(config, people), people);
  },
});

/** A click of somebody who may not, at the function that takes it, and at the one that records it if that let it through. */
const clicks = (name: string, click: Click, { certain = true } = {}): Attempt[] => [
  attempt(`${name}, at the edge`, (stage) => stage.atTheEdge(click)),
  ...(certain ? [attempt(`${name}, accepted before`, (stage) => stage.whenAccepted(click))] : []),
];

const byStrangers = STRANGERS.flatMap(({ who, chat, id, home, certain, outside }) =>
  ACTIONS.flatMap((action) => {
    const click = { chat, who: id, action, ...(home !== undefined && { home }) };
    return [
      ...clicks(`${chat}: ${who} would ${action}`, { ...click, destination: BY_GROUP[chat] }, { certain }),
      ...(outside
        ? clicks(
            `${chat}: ${who} would ${action} in an open channel`,
            { ...click, destination: OPEN[chat] },
            { certain },
          )
        : []),
    ];
  }),
);

const inOtherScopes = ACTIONS.flatMap((action) => [
  ...clicks(`somebody named would ${action} at a destination that names others`, {
    ...{ chat: 'slack', who: ADA.slack, action, destination: 'lead' },
  }),
  ...clicks(`somebody of a destination would ${action} at another`, {
    ...{ chat: 'slack', who: LEAD, action, destination: 'soc' },
  }),
  ...clicks(`somebody named would ${action} a case of another domain`, {
    ...{ chat: 'slack', who: ADA.slack, action, destination: 'soc', domain: 'beta' },
  }),
  ...clicks(`somebody named would ${action} what a stricter route sent`, {
    ...{ chat: 'slack', who: ADA.slack, action, destination: 'soc', item: { threat_brief: 'a vip' } },
  }),
  ...clicks(`somebody named would ${action} what a stricter route sent, in Teams`, {
    ...{ chat: 'teams', who: ADA.teams, action, destination: 'duty', item: { threat_brief: 'a vip' } },
  }),
  ...clicks(`somebody named would ${action} what a stricter route may have sent`, {
    ...{ chat: 'slack', who: ADA.slack, action, destination: 'soc', trimmed: true },
  }),
  ...clicks(`somebody named would ${action} a case whose person was forgotten`, {
    ...{ chat: 'slack', who: ADA.slack, action, destination: 'soc', forgotten: 'item' },
  }),
  ...clicks(`somebody named would ${action} a case from which a name was taken out`, {
    ...{ chat: 'teams', who: ADA.teams, action, destination: 'duty', forgotten: 'names' },
  }),
  ...clicks(`a guest of one destination would ${action} at another`, {
    ...{ chat: 'slack', who: STRANGERS[1]?.id ?? '', action, destination: 'open' },
  }),
  ...clicks(`somebody of a channel would ${action} from another`, {
    ...{ chat: 'slack', who: MEMBER.slack, action, destination: 'open', channel: 'C0SOC00001' },
  }),
  ...clicks(`somebody would ${action} under the id of the other chat`, {
    ...{ chat: 'slack', who: ADA.teams, action, destination: 'soc' },
  }),
]);

/** Who agrees with themselves. */
const asSecondPerson = (['slack', 'teams'] as const).flatMap((first) => {
  const chat = first === 'slack' ? 'teams' : 'slack';
  const by = (ids: typeof ADA | typeof CARA): Person => ({ surface: first, id: ids[first], name: 'x' });
  const approve = (decidedBy: Person, who: string): Click => ({
    ...{ chat, who, action: 'approve', destination: BY_GROUP[chat], decidedBy },
  });
  const record = (name: string, click: Click) => attempt(name, (stage) => stage.whenAccepted(click));
  return [
    record(`the same person approves in ${chat}`, approve(by(ADA), ADA[chat])),
    record(`somebody whom nobody can tell apart approves in ${chat}`, approve(by(CARA), CARA[chat])),
    record(`somebody known approves in ${chat} for somebody unknown`, approve(by(CARA), ADA[chat])),
    record(`somebody unknown approves in ${chat} for somebody known`, approve(by(ADA), CARA[chat])),
    record(
      `somebody approves in ${chat} what a link or a system decided, perhaps for them`,
      approve(systemPerson('soar', 'somebody who opened its link'), ADA[chat]),
    ),
    ...[ADA, CARA].map((ids, at) =>
      record(`the same person approves in ${first}, in capitals${at === 0 ? '' : ', known to nobody'}`, {
        ...{ chat: first, who: ids[first].toUpperCase(), action: 'approve', destination: BY_GROUP[first] },
        decidedBy: by(ids),
      }),
    ),
  ];
});

/** Where it is asked and nobody knows. */
const whileGroupsAreDown = (['slack', 'teams'] as const).map((chat) =>
  attempt(`${chat}: nobody named while nobody can say who is in the group`, (stage, people) => {
    people.groupsDown = true;
    const who = STRANGERS.find((one) => one.chat === chat && !one.inGroup)?.id ?? '';
    return stage.atTheEdge({ chat, who, action: 'decide', destination: BY_GROUP[chat] });
  }),
);

const MINUTE_MS = 60_000;

/** What was true a while ago. */
const afterAWhile = (['slack', 'teams'] as const).flatMap((chat) => {
  const click: Click = { chat, who: MEMBER[chat], action: 'decide', destination: BY_GROUP[chat] };
  const later = (name: string, minutes: number, change: (people: Peopled) => void) =>
    attempt(`${chat}: ${name}`, async (stage, people) => {
      if ((await stage.atTheEdge(click)) === null) return 'the attempt itself is broken: nobody may decide';
      change(people);
      stage.clock.advance(minutes * MINUTE_MS);
      return stage.atTheEdge(click);
    });
  return [
    later('somebody who left the group', 5, ({ slackGroups, entraGroups }) => {
      slackGroups.set(GROUP.slack, []);
      entraGroups.set(GROUP.teams, []);
    }),
    later('somebody who became a guest', 5, ({ slackUsers, teamsMembers }) => {
      slackUsers.set(MEMBER.slack, { ...AT_HOME, is_restricted: true });
      teamsMembers.set(MEMBER.teams, { ...COLLEAGUE, userRole: 'guest' });
    }),
    later('a chat that has been down for long', 31, (people) => {
      people.down = true;
    }),
  ];
});

/** Attempts to decide, approve, decline, undo or retry without being among those who may. */
export const authorityAttempts: readonly Attempt[] = [
  ...byStrangers,
  ...inOtherScopes,
  ...asSecondPerson,
  ...whileGroupsAreDown,
  ...afterAWhile,
];

/** The same by those who may: if these do not get through, the attempts above show nothing. */
export const genuineClicks: readonly Attempt[] = ACTIONS.flatMap((action) => [
  ...clicks(`somebody named may ${action}`, { chat: 'slack', who: ADA.slack, action, destination: 'soc' }),
  ...clicks(`somebody named may ${action} in Teams`, {
    chat: 'teams',
    who: ADA.teams,
    action,
    destination: 'duty',
  }),
  ...clicks(`a member may ${action}`, { chat: 'slack', who: MEMBER.slack, action, destination: 'soc' }),
  ...clicks(`a member may ${action} in Teams`, {
    chat: 'teams',
    who: MEMBER.teams,
    action,
    destination: 'duty',
  }),
  ...clicks(`anyone may ${action} in an open channel`, {
    chat: 'slack',
    who: MEMBER.slack,
    action,
    destination: 'open',
  }),
  ...clicks(`anyone may ${action} in one of Teams`, {
    chat: 'teams',
    who: MEMBER.teams,
    action,
    destination: 'hall',
  }),
  ...clicks(`a guest may ${action} where guests may`, {
    ...{ chat: 'slack', who: STRANGERS[1]?.id ?? '', action, destination: 'partner' },
  }),
  ...clicks(`a partner may ${action} where guests may`, {
    ...{ chat: 'slack', who: STRANGERS[3]?.id ?? '', action, destination: 'partner', home: PARTNER.slack },
  }),
  ...clicks(`somebody of a route may ${action} what it sent`, {
    ...{ chat: 'slack', who: BO.slack, action, destination: 'soc', item: { threat_brief: 'a vip' } },
  }),
  ...clicks(`somebody of a domain may ${action} its cases`, {
    ...{ chat: 'slack', who: LEAD, action, destination: 'soc', domain: 'beta' },
  }),
  attempt(`another known person may approve in the other chat: ${action}`, (stage) =>
    stage.whenAccepted({
      ...{ chat: 'teams', who: BO.teams, action: 'approve', destination: 'duty' },
      decidedBy: { surface: 'slack', id: ADA.slack, name: 'Ada' },
    }),
  ),
]);
