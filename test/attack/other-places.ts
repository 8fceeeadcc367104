import type { CaseVerdict } from '../../lib/case/answer.ts';
import { type Target, writeTarget } from '../../lib/chats/document/button-target.ts';
import { REFRESH_VERB } from '../../lib/chats/teams/refresh-action.ts';
import { createAnswerDisplay } from '../../lib/outbox/show-answer.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { routeItem } from '../../lib/routing/route-item.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { SEAL } from '../support/sealed.ts';
import { CHANNELS, CONFIG, createDoor, type Door, type Happened, SHOWN, type ShownCase } from './door.ts';
import type { Attack, AttackGroup } from './group.ts';
import { CARRIERS, type Carrier, inTeams, pressCard, pressSlack, published, sealedValue } from './presses.ts';

const SEALED: readonly ShownCase[] = Object.values(SHOWN);
const [SOC] = CHANNELS.slack;
const [DUTY, HALL] = CHANNELS.teams;

const counted = ({ queued, forms, status }: Happened): string | null => {
  const accepted = queued.filter(({ kind }) => kind !== 'denied').map(({ kind }) => kind);
  if (accepted.length > 0) return `it counted: ${accepted.join()}`;
  if (forms.length > 0) return 'a form was opened';
  return status >= 500 ? `answered with ${status}` : null;
};

/** A destination that was moved still has messages where it was. */
const itsChannels = ({ channel, target }: ShownCase): readonly string[] => {
  const destination = CONFIG.destinations[target.destination];
  return [channel, destination && 'channel' in destination ? (destination.channel ?? '') : ''];
};

/** What the bridge sealed, pressed where it was not shown. */
function* elsewhere(door: Door): Generator<Attack> {
  for (const carrier of CARRIERS)
    for (const one of SEALED)
      for (const channel of CHANNELS[carrier.chat]) {
        if (one.chat === carrier.chat && itsChannels(one).includes(channel)) continue;
        const of = one.chat === carrier.chat ? `${one.target.domain}, ${one.target.destination}` : one.chat;
        yield {
          name: `${carrier.name}: genuine, of ${of}, pressed in a channel that is not its own`,
          run: async () => counted(await door[carrier.chat](carrier.carry(sealedValue(one), channel))),
        };
      }
}

/** Teams asks for a card anew when somebody looks at it: also for a client that asks where the card is not. */
function* looks(door: Door): Generator<Attack> {
  for (const one of SEALED)
    for (const channel of CHANNELS.teams) {
      if (itsChannels(one).includes(channel)) continue;
      yield {
        name: `a look at a card of ${one.target.domain}, ${one.target.destination}, in a channel that is not its own`,
        async run() {
          const happened = await door.teams(pressCard(sealedValue(one), channel, REFRESH_VERB));
          return happened.told.includes('AdaptiveCard') ? 'the card is shown there' : counted(happened);
        },
      };
    }
}

const STRANGE_DOMAINS = [
  'evil',
  '__proto__',
  'toString',
  'constructor',
  'hasOwnProperty',
  'ACME',
  'acme ',
  'acm',
];
const STRANGE_DESTINATIONS = ['gone', '__proto__', 'toString', 'constructor', 'SOC', 'soc '];

/** Sealed by a bridge whose configuration was another one. */
function* ofAnotherConfiguration(door: Door): Generator<Attack> {
  const press =
    ({ chat, carry }: Carrier, target: Target, channel: string) =>
    async () =>
      counted(await door[chat](carry(writeTarget(target, SEAL.of), channel)));
  for (const carrier of CARRIERS) {
    const base = carrier.chat === 'slack' ? SHOWN.decided : SHOWN.decidedCard;
    const other = carrier.chat === 'slack' ? 'duty' : 'soc';
    for (const domain of STRANGE_DOMAINS)
      yield {
        name: `${carrier.name}: sealed, of the domain ${JSON.stringify(domain)}, which is none`,
        run: press(carrier, { ...base.target, domain }, base.channel),
      };
    for (const destination of [...STRANGE_DESTINATIONS, other])
      yield {
        name: `${carrier.name}: sealed, of the destination ${JSON.stringify(destination)}, which is not here`,
        run: press(carrier, { ...base.target, destination }, base.channel),
      };
  }
}

/** Where nobody knows where it was pressed. */
function* nowhere(door: Door): Generator<Attack> {
  yield {
    name: 'a button in Slack, in no channel',
    run: async () => counted(await door.slack(pressSlack(sealedValue(SHOWN.acme), null))),
  };
  yield {
    name: 'a button in Slack, in a channel without a name',
    run: async () => counted(await door.slack(pressSlack(sealedValue(SHOWN.acme), ''))),
  };
  const { conversation, channelData } = inTeams(DUTY);
  const places: Readonly<Record<string, object>> = {
    'two channels that disagree': { conversation: inTeams(HALL).conversation },
    'two channels that disagree, the other way round': { channelData: inTeams(HALL).channelData },
    'a chat of one person': {
      conversation: { ...conversation, id: 'a:1personal' },
      channelData: { tenant: channelData.tenant },
    },
    'no conversation': { conversation: { tenantId: conversation.tenantId } },
    'a channel with something behind it': { conversation: { ...conversation, id: `${DUTY}x` } },
    'a message with something behind it': { conversation: { ...conversation, id: `${DUTY};messageid=1;x` } },
    'a channel with something before it': { conversation: { ...conversation, id: `x${DUTY};messageid=1` } },
    'a line break in the channel': { conversation: { ...conversation, id: `${DUTY}\n;messageid=1` } },
  };
  for (const [name, more] of Object.entries(places))
    yield {
      name: `a button in Teams, ${name}`,
      run: async () =>
        counted(await door.teams(pressCard(sealedValue(SHOWN.card), DUTY, undefined, more as never))),
    };
}

/** The verdict function repairs what the ledger lost, when somebody clicks: it must not show a case to others. */
function* repairs(): Generator<Attack> {
  const routes = compileRoutes(CONFIG);
  for (const [domain, place] of [
    ['acme', 'partner'],
    ['acme', 'hall'],
    ['beta', 'soc'],
    ['beta', 'duty'],
    ['acme', 'gone'],
  ] as const)
    yield {
      name: `a click makes a case of ${domain} appear at ${place}`,
      run: async () => ((await repairedAt(routes, domain, place)) ? 'the case is shown there' : null),
    };
}

async function repairedAt(
  routes: ReturnType<typeof compileRoutes>,
  domain: string,
  place: string,
): Promise<boolean> {
  const saved: unknown[] = [];
  const item = { case_id: 'c1', created_at: '2026-11-15T08:00:00Z', threat_brief: 'of another domain' };
  const surfaces = createAnswerDisplay({
    ledger: {
      places: async () => [],
      load: async () => null,
      keep: async (delivery: unknown) => saved.push(delivery),
    } as never,
    outbox: { send: async () => undefined } as never,
    queueUrlOf: () => null,
    severeFrom: 'high',
    repliesOf: () => ({
      foreseesDecisions: false,
      clickedMessage: () => ({ channel: SOC, ts: '1.2' }),
      showAtOnce: async () => false,
      tell: async () => undefined,
    }),
    findCase: async () => item as never,
    routesOf: (of, one) => routeItem(routes, { domain: of, feed: 'cases', item: one }).destinations,
    clock: createManualClock(),
    log: () => undefined,
  });
  const verdict = {
    domain,
    caseId: 'c1',
    version: 1,
    trail: [],
    decision: { place, episode: 0, state: { is: 'posting', sinceMs: 0 } },
  } as unknown as CaseVerdict;
  await surfaces.changed(verdict, { surface: 'slack' });
  return saved.length > 0;
}

const CHECK = 'lib/chats/presses/check-press.ts';

export const otherPlaces: AttackGroup = {
  name: 'other channels and domains',
  attacks: 'presses that are genuine, somewhere else: cross-channel, cross-domain, cross-chat, nowhere',
  share: 0,
  checks: [
    {
      name: 'every channel is its own',
      file: CHECK,
      right: 'channelOf(config, target, where.surface) === where.channelId)',
      wrong: "channelOf(config, target, where.surface) !== '')",
    },
    {
      name: 'unknown domains are ours',
      file: CHECK,
      right: "if (!isOurs(config, target)) return 'not-known';",
      wrong: '',
    },
    {
      name: 'a domain may be named like a method',
      file: CHECK,
      right: 'Object.hasOwn(domains, domain)',
      wrong: 'domain in domains',
    },
    {
      name: 'a message that was moved is anywhere',
      file: CHECK,
      right: 'shown.main && isIn(shown.main, where.channelId);',
      wrong: 'shown.main && (isIn(shown.main, where.channelId) || true);',
    },
    {
      name: 'what was sealed was shown',
      file: CHECK,
      right: "return wasHere ? null : 'other-channel';",
      wrong: "return wasHere || !shown ? null : 'other-channel';",
    },
    {
      name: 'no channel is any channel',
      file: CHECK,
      right: "if (where.channelId === null) return 'other-channel';",
      wrong: 'if (where.channelId === null) return null;',
    },
    {
      name: 'two channels may disagree',
      file: 'lib/chats/teams/activity-location.ts',
      right: 'channel: named === inConversation ? inConversation : null,',
      wrong: 'channel: named,',
    },
    {
      name: 'a channel may have something before or behind it',
      file: 'lib/chats/teams/activity-location.ts',
      right: '/^(19:[A-Za-z0-9_-]{1,200}@thread\\.(?:tacv2|skype))(?:;messageid=\\d{1,30})?$/',
      wrong: '/(19:[A-Za-z0-9_-]{1,200}@thread\\.(?:tacv2|skype))/',
    },
    {
      name: 'a card is refreshed anywhere',
      file: 'lib/chats/teams/handle-activity.ts',
      right: 'if (problem || !read) return',
      wrong: 'if (!read) return',
    },
    {
      name: 'a repair shows a case anywhere',
      file: 'lib/outbox/show-answer.ts',
      right: 'if (!parts.routesOf(domain, item).includes(decision.place)) {',
      wrong: "if (decision.place === '') {",
    },
  ],

  async control() {
    const door = createDoor({ teamsKeys: published() });
    for (const carrier of CARRIERS)
      for (const one of SEALED.filter(({ chat }) => chat === carrier.chat))
        for (const channel of itsChannels(one))
          if (counted(await door[carrier.chat](carrier.carry(sealedValue(one), channel))) === null)
            return `${carrier.name} of the case ${one.target.caseId} is not taken in ${channel}`;
    const routes = compileRoutes(CONFIG);
    return (await repairedAt(routes, 'acme', 'soc'))
      ? null
      : 'a case is not repaired where its route sends it';
  },

  *tries() {
    const door = createDoor({ teamsKeys: published() });
    yield* repairs();
    yield* nowhere(door);
    yield* ofAnotherConfiguration(door);
    yield* elsewhere(door);
    yield* looks(door);
  },
};
