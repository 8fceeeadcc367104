import type { Person } from '../case/answer.ts';
import {
  type AuthorityConfig,
  dependsOnRoutes,
  namedBy,
  routesTo,
  rulesFor,
  type Scope,
  type VerdictRule,
} from '../config/authority.ts';
import type { NamedLists, NamedPeople } from '../config/chats/chat-section.ts';

/** `named`: the configuration names the person individually, wherever the click was. */
export type Authorization =
  | {
      readonly is: 'allowed';
      readonly as: 'named' | 'group' | 'in-channel';
      readonly by: Scope;
      readonly found: Found;
    }
  | Denied
  /** The bridge could not find out. The function that takes clicks treats it as not allowed. */
  | Unknown;

interface Denied {
  readonly is: 'denied';
  /** `guest`: a guest or somebody of another organization, and the configuration does not allow those. */
  readonly because: 'not-configured' | 'other-channel' | 'not-named' | 'guest';
  /** The part of the configuration that decided; null where none did. */
  readonly by: Scope | null;
}

interface Unknown {
  readonly is: 'unknown';
  /** `guest-right`: the bridge lacks the right to ask, and an operator has to grant it. */
  readonly because: 'group-unknown' | 'group-right' | 'guest-unknown' | 'guest-right' | 'channel-unknown';
  readonly by: Scope;
}

/** What the chat said about a person when it was asked, for a function that judges again and cannot ask. */
export interface Found {
  /** The groups, of those asked about, that the person is in. */
  readonly groups: readonly string[];
  /** Null if the chat was not asked. */
  readonly outsider: boolean | null;
}

const NOT_ASKED: Found = { groups: [], outsider: null };

export type NotAllowed = Exclude<Authorization, { is: 'allowed' }>;

/** `no-right`: the chat does not let the bridge ask. */
export type DirectoryAnswer = 'yes' | 'no' | 'unknown' | 'no-right';

/** What a chat says about its people. An answer that it cannot give never counts as a yes. */
export interface ChatDirectory {
  isMember(groupId: string, userId: string): Promise<DirectoryAnswer>;
  /** Whether the person is a guest, or of another organization. */
  isOutsider(userId: string, channelId: string | null): Promise<DirectoryAnswer>;
  /** Who the person is; null where the chat does not say. Nothing of it gives a right. */
  profileOf?(userId: string, channelId: string | null): Promise<Profile | null>;
}

export interface Profile {
  /** The real name. */
  readonly name: string | null;
  /** The address that the chat vouches for: null of guests, of people of other organizations and where the chat is not sure. */
  readonly email: string | null;
}

export interface AuthorizeRequest {
  readonly config: AuthorityConfig;
  readonly person: Person;
  readonly domain: string;
  /** The destination that the message was for; it may have been removed from the configuration. */
  readonly destination: string;
  /** The channel of the click, as reported by the chat; null if the chat does not say, undefined if nobody remembers. */
  readonly channelId: string | null | undefined;
  /** The click itself said that the person belongs to another organization. */
  readonly isOutsider?: boolean | undefined;
  /** The routes that send the case there; null if that is not known. Called only where it matters. */
  readonly routes: () => Promise<readonly string[] | null>;
  /** The people who are named for this chat. */
  readonly namedIn: (allow: NamedLists) => NamedPeople;
  readonly directory: ChatDirectory;
}

/** Whether this person may decide the case of this message, and which rule says so. */
export async function authorize(request: AuthorizeRequest): Promise<Authorization> {
  const { config, domain, destination } = request;
  const whereabouts = { domain, destination };
  if (!dependsOnRoutes(config, destination)) {
    return best(await judgeAll(request, rulesFor(config, { ...whereabouts, routes: [] })));
  }
  const routes = await request.routes();
  if (routes && routes.length > 0) {
    return best(await judgeAll(request, rulesFor(config, { ...whereabouts, routes })));
  }
  // Nobody can say which route sent it, so the person must be allowed by every route.
  const each = routesTo(config, destination).map(({ name }) =>
    rulesFor(config, { ...whereabouts, routes: [name] }),
  );
  return worst(await judgeAll(request, each.flat()));
}

const judgeAll = (request: AuthorizeRequest, rules: readonly VerdictRule[]): Promise<Authorization[]> =>
  Promise.all(rules.map((rule) => judge(request, rule)));

async function judge(
  request: AuthorizeRequest,
  { allow, allowFrom: by, ...rule }: VerdictRule,
): Promise<Authorization> {
  const { person, config, namedIn } = request;
  if (allow === 'anyone-in-channel') {
    const where = judgeChannel(request, by);
    return where.is === 'allowed' ? judgeGuest(request, rule, where) : where;
  }
  const { users, groups } = namedBy(config, allow, person.surface, namedIn);
  // Some chats write their ids in upper and in lower case.
  if (users.some((id) => id.toLowerCase() === person.id.toLowerCase()))
    return { is: 'allowed', as: 'named', by, found: NOT_ASKED };
  if (groups.length === 0) return { is: 'denied', because: 'not-named', by };
  // Both in parallel: an analyst is waiting.
  const outsider = rule.guests === 'may' ? null : askOutsider(request);
  const member = await judgeGroups(request, groups, by);
  return member.is === 'allowed' ? judgeGuest(request, rule, member, outsider) : member;
}

/** A person who can click in a channel is in it, but that counts only for the very channel that is configured. */
function judgeChannel(
  { config, person, channelId, destination }: AuthorizeRequest,
  by: Scope,
): Authorization {
  if (channelId === undefined) return { is: 'unknown', because: 'channel-unknown', by };
  const found = Object.hasOwn(config.destinations, destination)
    ? config.destinations[destination]
    : undefined;
  const itsChannel = found?.type === person.surface && 'channel' in found ? found.channel : undefined;
  return itsChannel !== undefined && itsChannel === channelId
    ? { is: 'allowed', as: 'in-channel', by, found: NOT_ASKED }
    : { is: 'denied', because: 'other-channel', by };
}

async function judgeGroups(
  { person, directory }: AuthorizeRequest,
  groups: readonly string[],
  by: Scope,
): Promise<Authorization> {
  const answers = await Promise.all(groups.map((group) => directory.isMember(group, person.id)));
  const members = groups.filter((_, at) => answers[at] === 'yes');
  if (members.length > 0)
    return { is: 'allowed', as: 'group', by, found: { groups: members, outsider: null } };
  if (answers.includes('no-right')) return { is: 'unknown', because: 'group-right', by };
  if (answers.includes('unknown')) return { is: 'unknown', because: 'group-unknown', by };
  return { is: 'denied', because: 'not-named', by };
}

const askOutsider = async ({
  person,
  directory,
  isOutsider,
  channelId,
}: AuthorizeRequest): Promise<DirectoryAnswer> =>
  isOutsider ? 'yes' : directory.isOutsider(person.id, channelId ?? null).catch(() => 'unknown');

/** The rights of a person who is no guest, or of anybody where guests are allowed. */
async function judgeGuest(
  request: AuthorizeRequest,
  { guests, guestsFrom: by }: Pick<VerdictRule, 'guests' | 'guestsFrom'>,
  allowed: Extract<Authorization, { is: 'allowed' }>,
  asked: Promise<DirectoryAnswer> | null = null,
): Promise<Authorization> {
  if (guests === 'may') return allowed;
  const answer = await (asked ?? askOutsider(request));
  if (answer === 'no') return { ...allowed, found: { ...allowed.found, outsider: false } };
  if (answer === 'yes') return { is: 'denied', because: 'guest', by };
  return { is: 'unknown', because: answer === 'no-right' ? 'guest-right' : 'guest-unknown', by };
}

const NOBODY_MAY: Authorization = { is: 'denied', because: 'not-configured', by: null };

/** One rule has to allow it. Of several reasons against it, returns the one that tells a named person most. */
const best = (judged: readonly Authorization[]): Authorization =>
  judged.find(({ is }) => is === 'allowed') ??
  judged.find(({ is }) => is === 'unknown') ??
  judged.find((one) => one.is === 'denied' && one.because === 'guest') ??
  judged[0] ??
  NOBODY_MAY;

/** Every rule has to allow it. */
const worst = (judged: readonly Authorization[]): Authorization =>
  judged.find(({ is }) => is === 'denied') ??
  judged.find(({ is }) => is === 'unknown') ??
  judged.find((one) => one.is === 'allowed' && one.as !== 'named') ??
  judged[0] ??
  NOBODY_MAY;
