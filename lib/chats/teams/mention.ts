import { teams } from '../../config/chats/teams.ts';
import type { Mention } from '../../config/mentions.ts';
import { caption } from './blocks.ts';
import type { TeamsMessage } from './message.ts';

const isUser = ({ id }: Mention): boolean => /^[0-9a-f]{8}-/i.test(id);

/**
 * The card with those whom it calls below its headline. Only names and ids of the configuration come here, never a text of an
 * item. `users`: what posts it cannot call tags.
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
