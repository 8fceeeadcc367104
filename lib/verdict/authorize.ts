import type { VerdictsConfig } from '../config/define-bridge.ts';
import type { Destination } from '../config/destinations.ts';
import type { Person } from './case-verdict.ts';

/** `reason` is for the person who is told no. */
export type Authorization =
  | { readonly is: 'allowed' }
  | { readonly is: 'denied'; readonly reason: string }
  /** It could not be found out. Nobody is let in on that. */
  | { readonly is: 'unknown'; readonly reason: string };

export interface AuthorizeRequest {
  /** Undefined when the configuration no longer says who may decide: then nobody may. */
  readonly verdicts: VerdictsConfig | undefined;
  readonly person: Person;
  /** Where the click came from, by the word of the surface; null when it does not say. */
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

  const { slackUsers, slackGroups, teamsUsers } = verdicts.allow;
  const named = person.surface === 'slack' ? slackUsers : teamsUsers;
  // Entra object ids are written in both cases.
  if (named.some((id) => id.toLowerCase() === person.id.toLowerCase())) return ALLOWED;
  return person.surface === 'slack' ? byGroup(slackGroups, request) : denied(NOT_NAMED);
}

/** Whoever can click there is in it, but only the very channel that was configured says so. */
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
  const reason =
    'Slack could not say whether you may decide cases. Nothing was recorded: please try again in a minute.';
  return { is: 'unknown', reason };
}

const ALLOWED: Authorization = { is: 'allowed' };
const NOT_NAMED = 'You are not among those who may decide cases. Nothing was recorded.';
const denied = (reason: string): Authorization => ({ is: 'denied', reason });
