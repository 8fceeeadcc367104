import type { Message, Room } from './rooms.ts';
import type { Bridge } from './state.ts';

export interface Heard {
  readonly room: string;
  readonly text: string;
  readonly onlyYou: boolean;
}

type Told = Message & { readonly text: string; readonly onlyYou: boolean };

/** In a channel, and what is said to this person alone in a thread. */
const heardIn = ({ messages, threads }: Room<Told>): readonly Told[] => [
  ...messages,
  ...[...threads.values()].flat().filter(({ onlyYou }) => onlyYou),
];

const newIn = (before: readonly Room<Told>[], after: readonly Room<Told>[]): Heard[] =>
  after.flatMap((room) => {
    const old = before.find(({ id }) => id === room.id);
    if (old === undefined || old === room) return [];
    const known = new Set(heardIn(old).map(({ key }) => key));
    return heardIn(room)
      .filter(({ key }) => !known.has(key))
      .map(({ text, onlyYou }) => ({ room: room.name, text, onlyYou }));
  });

/** What was posted in between, to be read out. */
export const newsBetween = (before: Bridge, after: Bridge): readonly Heard[] => [
  ...newIn(before.slack.rooms, after.slack.rooms),
  ...newIn(before.teams.rooms, after.teams.rooms),
];

/** One by name, many by number: nobody wants to hear two hundred. What is said to one person is always said. */
export function sayNews(heard: readonly Heard[]): string {
  const own = heard.filter(({ onlyYou }) => onlyYou).map(({ text }) => `To you alone: ${text}`);
  return [...own, sayOthers(heard.filter(({ onlyYou }) => !onlyYou))]
    .filter((words) => words !== '')
    .join('. ');
}

function sayOthers(heard: readonly Heard[]): string {
  const [first] = heard;
  if (first === undefined) return '';
  if (heard.length === 1) return `New in ${first.room}: ${first.text}`;
  const rooms = [...new Set(heard.map(({ room }) => room))];
  return `${heard.length} new messages in ${rooms.join(' and ')}`;
}
