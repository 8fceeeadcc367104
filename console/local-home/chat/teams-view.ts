import type { Teams } from '../../../local/teams/server.ts';
import { type ChatView, EARLIER_MESSAGES, inOrder, MOST_MESSAGES } from '../../chat/chats.ts';
import type { Message } from '../../wire.ts';

type Shown = NonNullable<ReturnType<Teams['message']>>;

/** Teams as one person sees it. Cards are sent as they are: the page has the official renderer. */
export function createTeamsView(teams: Teams): ChatView {
  const { people, channels } = teams.directory;

  function show(message: Shown, teamsId: string | undefined): Message {
    const { channel, id, at, from, root, edits, text, cards, privately, onlyFor } = message;
    const own = teamsId === undefined ? undefined : privately[teamsId];
    const card = own ?? cards[0];
    return {
      channel,
      key: id,
      atMs: at,
      author: people.get(from)?.name ?? (from === 'bot' ? 'posture-bridge' : from),
      bot: !people.has(from),
      edited: edits > 0,
      root: root === id ? null : root,
      replies: root === id ? teams.thread(channel, id).length : 0,
      text: text.replace(/<at>([^<>]*)<\/at>/g, '$1'),
      broadcast: false,
      onlyYou: own !== undefined || onlyFor !== null,
      ...(card && { card }),
    };
  }

  const withReplies = (channel: string, latest: readonly Shown[]): Shown[] => [
    ...latest,
    ...latest.flatMap(({ id }) => teams.thread(channel, id).slice(-MOST_MESSAGES)),
  ];

  const channelMessages = (channel: string) => ({
    total: teams.countMessages(channel),
    messages: withReplies(channel, teams.messages(channel, MOST_MESSAGES)),
  });

  const targeted = (teamsId: string | undefined): Shown[] =>
    teamsId === undefined ? [] : teams.targeted(teamsId).slice(-MOST_MESSAGES);

  const isFor = (channel: string, teamsId: string | undefined): boolean => {
    const reader = teams.directory.inChat(channel);
    return !reader || reader.id === teamsId;
  };

  return {
    state(teamsId) {
      // The General channel, which every team has and few use, comes last.
      const ordered = [...channels.values()].sort(
        (a, b) => Number(a.id === a.teamId) - Number(b.id === b.teamId),
      );
      const person = teamsId === undefined ? undefined : people.get(teamsId);
      const own = person && {
        id: teams.directory.chatOf(person),
        name: 'Chat with the bot',
        isPersonal: true,
      };
      const found = [...ordered, ...(own ? [own] : [])].map((one) => ({
        ...one,
        ...channelMessages(one.id),
      }));
      return {
        channels: found.map(({ id, name, total, ...one }) => ({
          id,
          name,
          total,
          ...('isPersonal' in one && { isPersonal: true }),
        })),
        messages: [...found.flatMap((one) => one.messages), ...targeted(teamsId)]
          .map((message) => show(message, teamsId))
          .sort(inOrder),
      };
    },
    earlier({ channel, key }, teamsId) {
      if (!isFor(channel, teamsId)) return [];
      const all = teams.messages(channel, teams.countMessages(channel));
      const before = all.filter(({ id }) => Number(id) < Number(key)).slice(-EARLIER_MESSAGES);
      return withReplies(channel, before)
        .map((message) => show(message, teamsId))
        .sort(inOrder);
    },
    message({ channel, key }, teamsId) {
      const message = teams.message(channel, key);
      if (!message) return 'gone';
      const isTheirs = message.onlyFor === null || message.onlyFor === teamsId;
      return isTheirs && isFor(channel, teamsId) ? show(message, teamsId) : 'hidden';
    },
  };
}
