import type { NamedPeople } from '../config/chats/chat-section.ts';
import type { VerdictsConfig } from '../config/define-bridge.ts';
import type { Destination } from '../config/destinations.ts';
import type { Person } from './case-verdict.ts';

export type Authorization =
  | { readonly is: 'allowed' }
  | { readonly is: 'denied'; readonly because: 'not-configured' | 'other-channel' | 'not-named' }
  /** It could not be found out. Treated as not allowed. */
  | { readonly is: 'unknown'; readonly because: 'group-unknown' };

export type NotAllowed = Exclude<Authorization, { is: 'allowed' }>;

type NamedLists = Readonly<Record<string, readonly string[]>>;

export interface AuthorizeRequest {
  /** Undefined when the configuration no longer says who may decide: then nobody may. */
  readonly verdicts: VerdictsConfig | undefined;
  readonly person: Person;
  /** The people who are named for this chat. */
  readonly namedIn: (allow: NamedLists) => NamedPeople;
  /** The channel of the click, as reported by the chat; null when it does not say. */
  readonly channelId: string | null;
  /** The destination that the message was for; undefined when it is no longer configured. */
  readonly destination: Destination | undefined;
  isMember(groupId: string, userId: string): Promise<'yes' | 'no' | 'unknown'>;
}

/** Whether this person may decide the case of this message. */
export async function authorize(request: AuthorizeRequest): Promise<Authorization> {
  const { verdicts, person } = request;
  if (!verdicts) return denied('not-configured');
  if (verdicts.allow === 'anyone-in-channel') return fromItsChannel(request);

  const { users, groups } = request.namedIn(verdicts.allow);
  // Some chats write their ids in both cases.
  if (users.some((id) => id.toLowerCase() === person.id.toLowerCase())) return ALLOWED;
  return byGroup(groups, request);
}

/** A person who can click in a channel is in it, but only the very channel that was configured says so. */
function fromItsChannel({ person, channelId, destination }: AuthorizeRequest): Authorization {
  const itsChannel =
    destination !== undefined && destination.type === person.surface && 'channel' in destination
      ? destination.channel
      : undefined;
  if (itsChannel !== undefined && itsChannel === channelId) return ALLOWED;
  return denied('other-channel');
}

async function byGroup(
  groups: readonly string[],
  { person, isMember }: AuthorizeRequest,
): Promise<Authorization> {
  const answers = await Promise.all(groups.map((group) => isMember(group, person.id)));
  if (answers.includes('yes')) return ALLOWED;
  return answers.includes('unknown') ? { is: 'unknown', because: 'group-unknown' } : denied('not-named');
}

const ALLOWED: Authorization = { is: 'allowed' };
const denied = (because: Extract<Authorization, { is: 'denied' }>['because']): Authorization => ({
  is: 'denied',
  because,
});
