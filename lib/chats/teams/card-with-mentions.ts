import { teams } from '../../config/chats/teams.ts';
import type { Mention } from '../../config/mentions.ts';
import { ROOM } from '../document/message-limits.ts';
import { caption } from './blocks.ts';
import type { TeamsMessage } from './message.ts';
import { plainSaid } from './plain-text.ts';
import type { Roster } from './roster.ts';

export const isUser = ({ id }: Mention): boolean => /^[0-9a-f]{8}-/i.test(id);

/** As Teams knows them: the configuration may name somebody by a word of its own. Their name comes from outside. */
export const byTheirNames = (mentions: readonly Mention[], roster: Roster): readonly Mention[] =>
  mentions.map(({ id, name }) => {
    const known = plainSaid(roster.get(id.toLowerCase())?.name ?? null, ROOM.name);
    return { id, name: known === '' ? name : known };
  });

/**
 * The card with those whom it calls below its headline. Only names and ids of the configuration and of the roster come here, never a
 * text of an item. `users`: what posts it cannot call tags.
 */
export function withMentions(
  message: TeamsMessage,
  mentions: readonly Mention[] = [],
  who: 'all' | 'users' = 'all',
): TeamsMessage {
  const called = mentions.filter((one) => who === 'all' || isUser(one)).slice(0, teams.mentioned.most);
  if (called.length === 0) return message;
  const entities = called.map((one) => ({
    type: 'mention' as const,
    text: `<at>${one.name}</at>`,
    mentioned: { id: one.id, name: one.name, ...(!isUser(one) && { type: 'tag' as const }) },
  }));
  const { card } = message;
  const [headline, ...rest] = card.body;
  return {
    ...message,
    card: {
      ...card,
      msteams: { ...card.msteams, entities },
      body: [
        ...(headline ? [headline] : []),
        ...caption(entities.map(({ text }) => text).join(' ')),
        ...rest,
      ],
    },
  };
}
