import { type ChatName, clickedIn, isChat, secretsToAsk, sectionOf } from './chats.ts';
import type { BridgeConfig, VerdictsConfig } from './define-bridge.ts';
import { placesOf } from './route-places.ts';
import type { WebhookDestination } from './webhook-schema.ts';
import { webhooksIn } from './webhooks.ts';

/** The parts of the configuration that say who may decide. */
export type AuthorityConfig = Pick<
  BridgeConfig,
  'verdicts' | 'domains' | 'routes' | 'destinations' | 'people'
>;

export type Allow = VerdictsConfig['allow'];

/** Which part of the configuration a rule comes from. */
export type Scope =
  | { readonly is: 'default' }
  | { readonly is: 'domain' | 'route' | 'destination'; readonly name: string };

/** Who may decide, and which part of the configuration says so. */
export interface VerdictRule {
  readonly allow: Allow;
  readonly allowFrom: Scope;
  readonly guests: VerdictsConfig['guests'];
  readonly guestsFrom: Scope;
}

export interface CaseAtDestination {
  readonly domain: string;
  readonly destination: string;
  /** The names of the routes that send the case there. */
  readonly routes: readonly string[];
}

type Says = { readonly allow?: Allow | undefined; readonly guests?: VerdictsConfig['guests'] | undefined };
type Voice = readonly [Scope, Says];

/**
 * The rules for a case at a destination. The most specific part counts, separately for `allow` and for `guests`: the
 * destination, the route, the domain, the default. Several rules only if several routes set something: then one of them
 * has to allow it. None if nobody may decide.
 */
export function rulesFor(
  config: AuthorityConfig,
  { domain, destination, routes }: CaseAtDestination,
): VerdictRule[] {
  const { verdicts } = config;
  if (!verdicts) return [];
  const there = voiceOf('destination', destination, sayAt(config, destination));
  const above = voiceOf('domain', domain, ownValue(config.domains, domain)?.verdicts);
  const fallback: Voice = [{ is: 'default' }, verdicts];
  const sent = routesTo(config, destination).filter(({ name }) => routes.includes(name));
  // What one route sets never completes what another sets: each is a rule of its own.
  const speak = (field: keyof Says) =>
    there.some(([, says]) => says[field] !== undefined)
      ? []
      : sent.filter((route) => route.verdicts?.[field] !== undefined);
  const [onAllow, onGuests] = [speak('allow'), speak('guests')];
  const speaking = onAllow.length > 0 ? onAllow : onGuests;
  const ways =
    speaking.length > 0 ? speaking.map(({ name, verdicts }) => voiceOf('route', name, verdicts)) : [[]];
  return ways.map((way) => ruleOf([...there, ...way, ...above, fallback]));
}

/** The routes that send anything to a destination. */
export const routesTo = ({ routes }: Pick<AuthorityConfig, 'routes'>, destination: string) =>
  routes.filter((route) => !route.shadow && placesOf(route).includes(destination));

/** Whether it matters which routes sent a case to a destination. */
export const dependsOnRoutes = (config: AuthorityConfig, destination: string): boolean =>
  routesTo(config, destination).some(({ verdicts }) => verdicts !== undefined);

/** `destinations.soc.verdicts`: where an operator finds the setting. */
export const scopePath = (scope: Scope): string =>
  scope.is === 'default' ? 'verdicts' : `${scope.is}s.${scope.name}.verdicts`;

/** The people and the groups that a rule names for a chat. */
export function namedBy(
  { people }: Pick<AuthorityConfig, 'people'>,
  allow: Exclude<Allow, string>,
  chat: string,
  namedIn = isChat(chat) ? sectionOf(chat).namedIn : nobody,
): { readonly users: readonly string[]; readonly groups: readonly string[] } {
  const { users, groups } = namedIn(allow);
  const known = allow.people.flatMap((name) => idIn(ownValue(people, name), chat) ?? []);
  return { users: [...users, ...known], groups };
}

/** The name of a person in `people`; null for an unknown one. */
export const nameOfPerson = (
  people: BridgeConfig['people'],
  { surface, id }: { readonly surface: string; readonly id: string },
): string | null =>
  Object.entries(people).find(([, ids]) => idIn(ids, surface)?.toLowerCase() === id.toLowerCase())?.[0] ??
  null;

/** The address under which the platform knows a person of a chat; null where `people` does not say. */
export const addressOf = (
  people: BridgeConfig['people'],
  person: { readonly surface: string; readonly id: string },
): string | null => ownValue(people, nameOfPerson(people, person) ?? '')?.email ?? null;

/** What the functions have to ask a chat about people who click there. */
export interface ToAsk {
  readonly groups: boolean;
  readonly guests: boolean;
  /** Real names, where clicks bring only handles, and addresses. */
  readonly profiles: boolean;
  /** Addresses, by which one person is one in two chats. */
  readonly addresses: boolean;
}

/**
 * What a configuration may need to know about a chat's people. For names and addresses alone no function gets a secret that it
 * would not have otherwise: what faces the internet holds as few as it can.
 */
export function toAskIn(config: AuthorityConfig, chat: ChatName): ToAsk {
  const { groups, guests } = toJudgeIn(config, chat);
  const canAsk = (one: ChatName): boolean =>
    sectionOf(one).bringsHandles || Object.values(toJudgeIn(config, one)).includes(true);
  const chats = everySay(config).length > 0 ? chatsToDecideIn(config) : [];
  const addresses = chats.length > 1 && chats.every(canAsk);
  return {
    groups,
    guests,
    addresses,
    profiles: chats.includes(chat) && (addresses || sectionOf(chat).bringsHandles),
  };
}

function toJudgeIn(config: AuthorityConfig, chat: ChatName): Pick<ToAsk, 'groups' | 'guests'> {
  const voices = everySay(config);
  const isNamed = ({ allow }: Says): boolean =>
    typeof allow === 'object' && sectionOf(chat).namedIn(allow).groups.length > 0;
  const groups = voices.some(isNamed);
  const isOpen = groups || voices.some(({ allow }) => allow === 'anyone-in-channel');
  return { groups, guests: isOpen && voices.some(({ guests }) => guests === 'may-not') };
}

/** The chats with a channel in which cases can be decided. */
const chatsToDecideIn = ({ destinations }: Pick<AuthorityConfig, 'destinations'>): readonly ChatName[] => [
  ...new Set(
    Object.values(destinations).flatMap((one) => (isChat(one.type) && 'channel' in one ? [one.type] : [])),
  ),
];

/** Names of the secrets that a function needs to judge who may decide; empty if no chat has to be asked. */
export const secretsToJudge = (config: BridgeConfig): readonly string[] =>
  clickedIn(config)
    .filter((chat) => Object.values(toJudgeIn(config, chat)).includes(true))
    .flatMap((chat) => secretsToAsk(config, chat));

/** The settings of all parts of a configuration. */
export const everySay = ({
  verdicts,
  domains,
  routes,
  destinations,
}: Omit<AuthorityConfig, 'people'>): Says[] =>
  verdicts
    ? [
        verdicts,
        ...Object.values(domains).flatMap(({ verdicts }) => verdicts ?? []),
        ...routes.flatMap(({ verdicts }) => verdicts ?? []),
        ...Object.values(destinations).flatMap((one) => ('verdicts' in one ? (one.verdicts ?? []) : [])),
      ]
    : [];

/** The webhooks that some part of a configuration allows to decide: the bridge accepts decisions from no other system. */
export function decidingWebhooks(
  config: Omit<AuthorityConfig, 'people'>,
): readonly (readonly [string, WebhookDestination])[] {
  const named = new Set(
    everySay(config).flatMap(({ allow }) => (typeof allow === 'object' ? (allow.webhooks ?? []) : [])),
  );
  return webhooksIn(config.destinations).filter(([name]) => named.has(name));
}

/** Whether anybody can decide: people in a chat, or a system. */
export const canBeDecided = (config: BridgeConfig): boolean =>
  clickedIn(config).length > 0 || decidingWebhooks(config).length > 0;

/** Whether the trail is anchored in `ops`: where people decide, and no archive has its anchors. */
export const anchorsInOps = (config: BridgeConfig): boolean =>
  canBeDecided(config) && config.ops !== undefined && config.archive === undefined;

const nobody = () => ({ users: [], groups: [] });

export const idIn = (ids: object | undefined, chat: string): string | undefined =>
  (ids as Readonly<Record<string, string | undefined>> | undefined)?.[chat];

/** Names also come from clients, which may send anything. */
const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

function sayAt({ destinations }: AuthorityConfig, name: string): Says | undefined {
  const destination = ownValue(destinations, name);
  return destination && 'verdicts' in destination ? destination.verdicts : undefined;
}

const voiceOf = (is: Exclude<Scope['is'], 'default'>, name: string, says: Says | undefined): Voice[] =>
  says ? [[{ is, name }, says]] : [];

function ruleOf(voices: readonly Voice[]): VerdictRule {
  const first = <Field extends keyof Says>(field: Field) => {
    const [scope, says] = voices.find(([, one]) => one[field] !== undefined) as Voice;
    return [says[field] as NonNullable<Says[Field]>, scope] as const;
  };
  const [[allow, allowFrom], [guests, guestsFrom]] = [first('allow'), first('guests')];
  return { allow, allowFrom, guests, guestsFrom };
}
