import { type AuthorityConfig, everySay, namedBy } from '../../config/authority.ts';
import { bytesOf, MOST_BYTES, type TeamsMessage } from './message.ts';
import type { Roster } from './roster.ts';

/** Teams takes no more names. */
const MOST = 60;

/** Those who may decide, of the people in a channel: nobody else has buttons that could be gone. Null where nobody may. */
export function refreshedFor(config: AuthorityConfig): ((roster: Roster) => readonly string[]) | null {
  const rules = everySay(config).flatMap(({ allow }) => allow ?? []);
  if (rules.length === 0) return null;
  const named = rules.map((allow) => (typeof allow === 'object' ? namedBy(config, allow, 'teams') : null));
  const users = named.flatMap((one) => one?.users ?? []);
  // Who is in a group only Graph knows: anybody in the channel may be.
  const isOpen = named.some((one) => one === null || one.groups.length > 0);
  return (roster) => {
    const first = users.flatMap((user) => roster.get(user.toLowerCase())?.id ?? []);
    const others = isOpen ? [...roster.values()].map(({ id }) => id) : [];
    return [...new Set([...first, ...others])].slice(0, MOST);
  };
}

/** The card with those for whom it is refreshed; without a refresh for nobody, and where the names make it too large. */
export function withRefresh(message: TeamsMessage, userIds: readonly string[]): TeamsMessage {
  const { refresh, ...card } = message.card;
  if (!refresh) return message;
  const refreshed = { ...message, card: { ...card, refresh: { ...refresh, userIds } } };
  return userIds.length > 0 && bytesOf(refreshed) <= MOST_BYTES ? refreshed : { ...message, card };
}
