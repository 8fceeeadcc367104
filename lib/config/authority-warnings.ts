import { formatPath } from '../base/describe-issues.ts';
import { type Allow, namedBy, nameOfPerson, routesTo, rulesFor, type Scope } from './authority.ts';
import { schemaOf } from './chat-schemas.ts';
import { CHATS, type ChatName, isChat, sectionOf } from './chats.ts';
import { findDeadRoutes } from './dead-routes.ts';
import type { BridgeConfig } from './define-bridge.ts';
import { placesOf } from './route-places.ts';
import type { Finding, Path } from './schema/read-unknown.ts';
import { webhooksIn } from './webhooks.ts';

type Field = 'allow' | 'guests';

/** A part of the configuration that sets something, and the chats in which that can ever take effect. */
interface Voice {
  readonly path: Path;
  readonly field: Field;
  readonly allow: Allow | undefined;
  readonly chats: ReadonlySet<ChatName>;
}

/** Settings about who may decide that are probably not intended. Only where the effect is certain. */
export function authorityWarnings(config: BridgeConfig): Finding[] {
  const { verdicts } = config;
  if (!verdicts) return [];
  const voices = (['allow', 'guests'] as const).flatMap((field) => voicesOf(config, field));
  return [
    ...voices.filter(({ chats, allow }) => chats.size === 0 && !namesSystems(allow)).map(neverApplies),
    ...strangersAtWebhooks(config),
    ...voices.flatMap((voice) => (voice.field === 'allow' ? namesNobody(config, voice) : [])),
    ...voices.flatMap((voice) => (voice.field === 'allow' ? loneDecider(config, voice) : [])),
    ...decidable(config).flatMap((place) => idleGuests(config, place)),
    ...widerThanDomains(config),
  ];
}

function voicesOf(config: BridgeConfig, field: Field): Voice[] {
  const { verdicts, domains, routes, destinations } = config;
  const places = decidable(config);
  const dead = new Set(findDeadRoutes(config).map(({ index }) => index));
  const isMute = (name: string) => sayOf(destinations[name])?.[field] === undefined;
  // Where a route is silent too, the domain and the default apply.
  const passed = places.filter(
    ({ name }) => isMute(name) && routesTo(config, name).some((one) => one.verdicts?.[field] === undefined),
  );
  const chatsIn = (some: readonly Place[]) => new Set(some.map(({ chat }) => chat));
  const voice = (
    path: Path,
    says: { allow?: Allow | undefined } | undefined,
    chats: ReadonlySet<ChatName>,
  ) =>
    says && field in says && says[field as 'allow'] !== undefined
      ? [{ path: [...path, field], field, allow: says.allow, chats }]
      : [];
  const everyDomain = Object.values(domains).every((one) => one.verdicts?.[field] !== undefined);
  return [
    ...Object.entries(domains).flatMap(([name, one]) =>
      voice(['domains', name, 'verdicts'], one.verdicts, chatsIn(passed)),
    ),
    ...Object.entries(destinations).flatMap(([name, one]) =>
      voice(
        ['destinations', name, 'verdicts'],
        sayOf(one),
        chatsIn(places.filter((place) => place.name === name)),
      ),
    ),
    ...routes.flatMap((route, index) => {
      const heard = places.filter(({ name }) => placesOf(route).includes(name) && isMute(name));
      const chats = route.shadow || dead.has(index) ? new Set<ChatName>() : chatsIn(heard);
      return voice(['routes', index, 'verdicts'], route.verdicts, chats);
    }),
    // The default is required even where it never applies, so it gets no warning; and guests have a default of their own.
    ...(field === 'allow' && !everyDomain && passed.length > 0
      ? voice(['verdicts'], verdicts, chatsIn(passed))
      : []),
  ];
}

interface Place {
  readonly name: string;
  readonly chat: ChatName;
}

/** The destinations in which analysts can decide. */
const decidable = ({ destinations }: BridgeConfig): Place[] =>
  Object.entries(destinations).flatMap(([name, one]) =>
    isChat(one.type) && schemaOf(one.type).needsApp(one) ? [{ name, chat: one.type }] : [],
  );

const sayOf = (destination: BridgeConfig['destinations'][string] | undefined) =>
  destination && 'verdicts' in destination ? destination.verdicts : undefined;

const neverApplies = ({ path }: Voice): Finding => ({
  path,
  message: 'never counts: no case that people can decide gets there, or the destinations say it themselves',
});

const namesSystems = (allow: Allow | undefined): boolean =>
  typeof allow === 'object' && (allow.webhooks ?? []).length > 0;

/** Only a webhook itself can send decisions about what it received. */
const strangersAtWebhooks = ({ destinations }: BridgeConfig): Finding[] =>
  webhooksIn(destinations).flatMap(([name, { verdicts }]): Finding[] => {
    const allow = verdicts?.allow;
    return !namesSystems(allow) || (typeof allow === 'object' && allow.webhooks?.includes(name))
      ? []
      : [
          {
            path: ['destinations', name, 'verdicts', 'allow'],
            message: `never counts: only ${name} itself can decide there, and it is not among its webhooks`,
          },
        ];
  });

function namesNobody(config: BridgeConfig, { path, allow, chats }: Voice): Finding[] {
  const named = [...chats];
  if (named.length === 0 || named.some((chat) => decidersIn(config, chat, allow) > 0)) return [];
  const labels = named.map((chat) => sectionOf(chat).label).join(' and ');
  return [{ path, message: `names nobody in ${labels}, so nobody can decide a case` }];
}

/** A second person has to be in the same chat, or both have to be in `people`. */
function loneDecider(config: BridgeConfig, { path, allow, chats }: Voice): Finding[] {
  const lone = [...chats].filter(
    (chat) => decidersIn(config, chat, allow) === 1 && !isKnownAmongOthers(config, chat, allow),
  );
  return lone.flatMap((chat) =>
    Object.entries(config.verdicts?.outcomes ?? {})
      .filter(([, { approval }]) => approval)
      .map(([outcome]) => ({
        path: ['verdicts', 'outcomes', outcome, 'approval'],
        message: `only one person may decide in ${sectionOf(chat).label}, and only another one there could agree: name one more in ${formatPath(path)}, or take approval out`,
      })),
  );
}

/** A person who is named individually may decide even as a guest. */
function idleGuests({ destinations }: BridgeConfig, { name, chat }: Place): Finding[] {
  const { allow, guests } = sayOf(destinations[name]) ?? {};
  return guests === undefined || allow === undefined || asksForGuests(allow, chat)
    ? []
    : [
        {
          path: ['destinations', name, 'verdicts', 'guests'],
          message: 'changes nothing: allow beside it names people one by one, who may decide as guests, too',
        },
      ];
}

const asksForGuests = (allow: Allow, chat: ChatName): boolean =>
  typeof allow === 'string' || sectionOf(chat).namedIn(allow).groups.length > 0;

/** A destination or a route takes precedence over the domain, and may allow people whom the domain excludes. */
function widerThanDomains(config: BridgeConfig): Finding[] {
  const found = Object.entries(config.domains).flatMap(([domain, own]) => {
    if (!own.verdicts) return [];
    const live = routesOfCases(config, domain);
    return decidable(config).flatMap((place) => widerAt(config, { domain, live, ...place }));
  });
  return [...new Map(found.map((one) => [`${formatPath(one.path)} ${one.message}`, one])).values()];
}

interface Arrival extends Place {
  readonly domain: string;
  /** The routes that can match a case of the domain. */
  readonly live: BridgeConfig['routes'];
}

function widerAt(config: BridgeConfig, { domain, live, name, chat }: Arrival): Finding[] {
  const above = config.domains[domain]?.verdicts ?? {};
  const rules = routesTo({ routes: live }, name).flatMap((route) =>
    rulesFor(config, { domain, destination: name, routes: [route.name] }),
  );
  const wider = (field: Field, from: Scope, whom: string, kept: string): Finding => ({
    path: [...pathOf(config, from), 'verdicts', field],
    message: `lets ${whom} decide cases of ${domain} too, though domains.${domain}.verdicts.${field} ${kept}: it counts before that of the domain`,
  });
  return rules.flatMap(({ allow, allowFrom, guests, guestsFrom }) => [
    ...(allow === 'anyone-in-channel' && typeof above.allow === 'object' && isBelow(allowFrom)
      ? [wider('allow', allowFrom, 'everybody in the channel', 'names people')]
      : []),
    ...(guests === 'may' && above.guests === 'may-not' && isBelow(guestsFrom) && asksForGuests(allow, chat)
      ? [wider('guests', guestsFrom, 'guests', 'says may-not')]
      : []),
  ]);
}

const isBelow = ({ is }: Scope): boolean => is === 'destination' || is === 'route';

const pathOf = ({ routes }: BridgeConfig, scope: Scope): Path => {
  if (scope.is === 'route') return ['routes', routes.findIndex(({ name }) => name === scope.name)];
  return scope.is === 'destination' ? ['destinations', scope.name] : [];
};

function routesOfCases(config: BridgeConfig, domain: string): BridgeConfig['routes'] {
  const { [domain]: own } = config.domains;
  const only = { domains: own ? { [domain]: own } : {}, poll: { ...config.poll, feeds: ['cases'] as const } };
  const dead = new Set(findDeadRoutes({ ...config, ...only }).map(({ index }) => index));
  return config.routes.filter((_, index) => !dead.has(index));
}

/** How many people may decide there; infinity if a group may. */
function decidersIn(config: BridgeConfig, chat: ChatName, allow: Allow | undefined): number {
  if (typeof allow !== 'object') return Number.POSITIVE_INFINITY;
  const { users, groups } = namedBy(config, allow, chat);
  return groups.length > 0 ? Number.POSITIVE_INFINITY : new Set(users.map((id) => id.toLowerCase())).size;
}

/** The one person who may decide is in `people`, and so is somebody in another chat. */
function isKnownAmongOthers(config: BridgeConfig, chat: ChatName, allow: Allow | undefined): boolean {
  const [id = ''] = typeof allow === 'object' ? namedBy(config, allow, chat).users : [];
  const name = nameOfPerson(config.people, { surface: chat, id });
  return (
    name !== null &&
    Object.entries(config.people).some(
      ([other, ids]) => other !== name && CHATS.some((where) => where !== chat && ids[where] !== undefined),
    )
  );
}
