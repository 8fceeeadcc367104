import type { Message, Room } from './rooms.ts';
import type { Bridge } from './state.ts';

type Heard = { readonly room: string; readonly text: string };

const newIn = (before: readonly Room<Message>[], after: readonly Room<Message & { text: string }>[]) =>
  after.flatMap((room): Heard[] => {
    const old = before.find(({ id }) => id === room.id);
    if (old === undefined || old === room) return [];
    const known = new Set(old.messages.map(({ key }) => key));
    return room.messages.filter(({ key }) => !known.has(key)).map(({ text }) => ({ room: room.name, text }));
  });

/** What was posted in between, to be read out. */
export const newsBetween = (before: Bridge, after: Bridge): Heard[] => [
  ...newIn(before.slack.rooms, after.slack.rooms),
  ...newIn(before.teams.rooms, after.teams.rooms),
];

/** One by name, many by number: nobody wants to hear two hundred. */
export function sayNews(heard: readonly Heard[]): string {
  const [first] = heard;
  if (first === undefined) return '';
  if (heard.length === 1) return `New in ${first.room}: ${first.text}`;
  const rooms = [...new Set(heard.map(({ room }) => room))];
  return `${heard.length} new messages in ${rooms.join(' and ')}`;
}
