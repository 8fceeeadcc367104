import type { Message } from '../../wire.ts';
import type { Room } from './rooms.ts';
import type { App, Bridge } from './state.ts';

export interface NewMessage {
  readonly app: App;
  readonly roomId: string;
  readonly room: string;
  readonly text: string;
  readonly onlyYou: boolean;
}

/** The messages of the channel, and those in threads for this person alone. */
const readOutIn = ({ messages, threads }: Room): readonly Message[] => [
  ...messages,
  ...[...threads.values()].flat().filter(({ onlyYou }) => onlyYou),
];

const newIn = (app: App, before: readonly Room[], after: readonly Room[]): NewMessage[] =>
  after.flatMap((room) => {
    const old = before.find(({ id }) => id === room.id);
    if (old === undefined || old === room) return [];
    const known = new Set(readOutIn(old).map(({ key }) => key));
    return readOutIn(room)
      .filter(({ key }) => !known.has(key))
      .map(({ text, onlyYou }) => ({ app, roomId: room.id, room: room.name, text, onlyYou }));
  });

/** What is new in the chats, for screen readers. */
export const newsBetween = (before: Bridge, after: Bridge): readonly NewMessage[] => [
  ...newIn('slack', before.slack.rooms, after.slack.rooms),
  ...newIn('teams', before.teams.rooms, after.teams.rooms),
];

/** One by name, many by number: nobody wants to hear two hundred. */
export function sayNews(found: readonly NewMessage[]): string {
  const [first] = found;
  if (first === undefined) return '';
  if (found.length === 1) return `New in ${first.room}: ${first.text}`;
  const rooms = [...new Set(found.map(({ room }) => room))];
  return `${found.length} new messages in ${rooms.join(' and ')}`;
}
