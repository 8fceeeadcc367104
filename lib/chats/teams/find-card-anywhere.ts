import type { TeamName } from './activity-location.ts';
import type { Look } from './chat.ts';
import type { Connector } from './connector.ts';
import { createFindCard, type FindCardParts, tryAgain } from './find-card.ts';

export interface FindCardAnywhereParts extends FindCardParts {
  readonly connector: Pick<Connector, 'team'>;
  readonly serviceUrlOf: (channel: string) => Promise<string | null>;
  /** The team of a channel, as Teams said it; null when it never did. */
  readonly teamOf: (channel: string) => Promise<TeamName | null>;
}

const GROUP = /^[0-9a-f-]{36}$/i;

/** Looks for a card in any channel of which it can be known what Graph calls its team. */
export function createFindCardAnywhere(parts: FindCardAnywhereParts): Look {
  const { connector, serviceUrlOf, teamOf } = parts;
  const findCard = createFindCard(parts);
  const groups = new Map<string, string>();

  /** By the connector, where no activity said it. Undefined when it cannot be asked now. */
  async function groupOf(channel: string): Promise<string | null | undefined> {
    const team = await teamOf(channel);
    if (team?.group) return team.group;
    // Where the bridge never heard of the team, the channel may be its General one, which has the same id.
    const id = team?.id ?? channel;
    const known = groups.get(id);
    if (known !== undefined) return known;
    const answer = await connector.team(await serviceUrlOf(channel), id);
    if (answer.is !== 'ok' && answer.is !== 'refused') return undefined;
    const named = answer.is === 'ok' ? answer.value.aadGroupId : null;
    const group = typeof named === 'string' && GROUP.test(named) ? named.toLowerCase() : null;
    // A refusal may be over soon: the bot may have been out of the team just then.
    if (group !== null) groups.set(id, group);
    return group;
  }

  return async (channel, mark, { sinceMs, root }) => {
    const group = await groupOf(channel);
    if (group === undefined) return tryAgain(sinceMs, parts.clock.now());
    return group === null ? { is: 'cannot-look' } : findCard({ group, channel, mark, sinceMs, root });
  };
}
