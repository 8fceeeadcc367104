import type { NamedPeople } from '../config/chats/chat-section.ts';
import { chatLabel } from '../config/chats.ts';
import type { VerdictsConfig } from '../config/define-bridge.ts';
import type { Destination } from '../config/destinations.ts';
import type { Person } from './case-verdict.ts';

/** `reason` is for the person who is told no. */
export type Authorization =
  | { readonly is: 'allowed' }
  | { readonly is: 'denied'; readonly reason: string }
  /** It could not be found out. Treated as not allowed. */
  | { readonly is: 'unknown'; readonly reason: string };

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
  if (!verdicts) return denied('Deciding cases here is not configured. Nothing was recorded.');
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
  return denied('Cases can be decided only in the channel they were sent to. Nothing was recorded.');
}

async function byGroup(
  groups: readonly string[],
  { person, isMember }: AuthorizeRequest,
): Promise<Authorization> {
  const answers = await Promise.all(groups.map((group) => isMember(group, person.id)));
  if (answers.includes('yes')) return ALLOWED;
  if (!answers.includes('unknown')) return denied(NOT_NAMED);
  const reason = `${chatLabel(person.surface)} could not say whether you may decide cases. Nothing was recorded: please try again in a minute.`;
  return { is: 'unknown', reason };
}

const ALLOWED: Authorization = { is: 'allowed' };
const NOT_NAMED = 'You are not among those who may decide cases. Nothing was recorded.';
const denied = (reason: string): Authorization => ({ is: 'denied', reason });
