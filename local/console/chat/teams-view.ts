import type { Teams } from '../../teams/server.ts';
import type { TeamsMessage, TeamsState } from '../wire.ts';
import { MOST_MESSAGES } from './slack-view.ts';

type Shown = NonNullable<ReturnType<Teams['message']>>;

export interface TeamsView {
  state(teamsId: string | undefined): Omit<TeamsState, 'isStandIn'>;
  message(channel: string, id: string, teamsId: string | undefined): TeamsMessage | 'gone';
}

/** Teams as one person sees it. Cards go out as they are: the page has the official renderer. */
export function createTeamsView(teams: Teams): TeamsView {
  const { people, channels } = teams.directory;

  function show(message: Shown, teamsId: string | undefined): TeamsMessage {
    const { channel, id, at, from, root, edits, text, cards, privately } = message;
    const own = teamsId === undefined ? undefined : privately[teamsId];
    return {
      channel,
      id,
      atMs: at,
      author: people.get(from)?.name ?? (from === 'bot' ? 'posture-bridge' : from),
      bot: !people.has(from),
      edited: edits > 0,
      root: root === id ? null : root,
      replies: root === id ? teams.thread(channel, id).length : 0,
      text,
      card: own ?? cards[0] ?? null,
      onlyYou: own !== undefined,
    };
  }

  function channelMessages(channel: string): { total: number; messages: Shown[] } {
    const latest = teams.messages(channel, MOST_MESSAGES);
    const replies = latest.flatMap(({ id }) => teams.thread(channel, id).slice(-MOST_MESSAGES));
    return { total: teams.countMessages(channel), messages: [...latest, ...replies] };
  }

  return {
    state(teamsId) {
      // The General channel, which every team has and few use, is the last.
      const ordered = [...channels.values()].sort(
        (a, b) => Number(a.id === a.teamId) - Number(b.id === b.teamId),
      );
      const found = ordered.map(({ id, name }) => ({ id, name, ...channelMessages(id) }));
      const messages = found.flatMap((one) => one.messages).sort((a, b) => a.at - b.at);
      return {
        channels: found.map(({ id, name, total }) => ({ id, name, total })),
        messages: messages.map((message) => show(message, teamsId)),
      };
    },
    message(channel, id, teamsId) {
      const message = teams.message(channel, id);
      return message ? show(message, teamsId) : 'gone';
    },
  };
}
