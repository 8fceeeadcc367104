import type { AuthorityConfig } from '../../config/authority.ts';
import { isChat } from '../../config/chats.ts';
import { listPlaces } from '../../config/dead-routes.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { showAt } from '../../config/show-at.ts';
import type { Show } from '../../outbox/redaction/redact.ts';
import {
  type Authorization,
  type AuthorizeRequest,
  authorize,
  type Found,
  type NotAllowed,
} from '../../verdict/authorize.ts';
import type { AskedDomain } from '../entry-points/command/command-context.ts';

export type AskConfig = AuthorityConfig & Pick<BridgeConfig, 'poll'>;

/** Who asks, where, and what the chat says about them. */
export type Asker = Pick<AuthorizeRequest, 'person' | 'channelId' | 'isOutsider' | 'namedIn' | 'directory'>;

export type MayAsk =
  | { readonly is: 'allowed'; readonly domains: readonly AskedDomain[]; readonly found: Found }
  | NotAllowed;

/**
 * The domains that somebody may ask about: those of which they may decide every case. An answer is about a whole domain,
 * so deciding some of its cases is not enough. They need a destination that gets all of them, or each destination that
 * gets any.
 */
export async function mayAsk(config: AskConfig, asker: Asker): Promise<MayAsk> {
  const judged = await Promise.all(
    Object.keys(config.domains).map(async (name) => ({ name, ...(await judgeDomain(config, asker, name)) })),
  );
  const domains = judged.flatMap(({ name, show }) => (show ? [{ name, show }] : []));
  const answers = judged.flatMap(({ answers }) => answers);
  if (domains.length > 0) return { is: 'allowed', domains, found: foundBy(answers) };
  const refusals = answers.filter((one): one is NotAllowed => one.is !== 'allowed');
  return refusals.find(({ is }) => is === 'unknown') ?? refusals[0] ?? NOBODY_MAY;
}

/** `show`: null for a domain that they may not ask about. */
async function judgeDomain(
  config: AskConfig,
  asker: Asker,
  domain: string,
): Promise<{ readonly show: Show | null; readonly answers: readonly Authorization[] }> {
  const { some, all } = listPlaces(config, { domain, feed: 'cases' });
  const places = [...some].filter((name) => isChat(config.destinations[name]?.type ?? ''));
  // If its cases go nowhere, the rule of the domain counts.
  const judgedAt = places.length > 0 ? places : [''];
  const answers = await Promise.all(
    judgedAt.map((destination) =>
      // Any of the routes may have sent what the person asks about, so each has to allow it.
      authorize({ ...asker, config, domain, destination, routes: async () => null }),
    ),
  );
  const allowedAt = judgedAt.filter((_, at) => answers[at]?.is === 'allowed');
  const whole = allowedAt.filter((name) => all.has(name));
  if (whole.length === 0 && allowedAt.length < judgedAt.length) return { show: null, answers };
  // A channel that gets some cases, threats only or nothing is shown no more than what it may show.
  const here = Object.keys(config.destinations).filter((name) => isAskedIn(config, asker, name));
  const judgedBy = here.some((name) => whole.includes(name)) ? here : [...places, ...here];
  return { show: strictest(judgedBy.map((name) => showAt(config, name))), answers };
}

function isAskedIn({ destinations }: AskConfig, { person, channelId }: Asker, name: string): boolean {
  const destination = destinations[name];
  return (
    destination?.type === person.surface && 'channel' in destination && destination.channel === channelId
  );
}

const STRICTEST_FIRST: readonly Show[] = ['minimal', 'pseudonym', 'full'];
const strictest = (shows: readonly Show[]): Show =>
  STRICTEST_FIRST.find((show) => shows.includes(show)) ?? 'full';

function foundBy(answers: readonly Authorization[]): Found {
  const found = answers.flatMap((one) => (one.is === 'allowed' ? [one.found] : []));
  return {
    groups: [...new Set(found.flatMap(({ groups }) => groups))],
    outsider: found.find(({ outsider }) => outsider !== null)?.outsider ?? null,
  };
}

const NOBODY_MAY: NotAllowed = { is: 'denied', because: 'not-configured', by: null };
