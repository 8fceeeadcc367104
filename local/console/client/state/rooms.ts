import type { Channel } from '../../wire.ts';

/** What Slack's and Teams' messages have in common here. */
export interface Message {
  readonly channel: string;
  readonly key: string;
  /** The key of the message that it answers to. */
  readonly root: string | null;
  /** In the channel too, although it is an answer. */
  readonly broadcast: boolean;
  readonly atMs: number;
}

export interface Room<M extends Message> {
  readonly id: string;
  readonly name: string;
  /** How many there are, of which the latest are here. */
  readonly total: number;
  /** Oldest first. */
  readonly messages: readonly M[];
  /** By the message that they answer to, oldest first. */
  readonly threads: ReadonlyMap<string, readonly M[]>;
}

/** As many as a page stays quick with, however long it is open. */
export const MOST_MESSAGES = 100;
export const MOST_REPLIES = 100;

type Key = { readonly channel: string; readonly key: string };

const inOrder = (a: Message, b: Message): number =>
  a.atMs - b.atMs || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** In place of the one with its key, or where its time puts it. Nearly always that is the end. */
export function put<M extends Message>(all: readonly M[], message: M): readonly M[] {
  const at = all.findLastIndex(({ key }) => key === message.key);
  if (at !== -1) return all.with(at, message);
  const before = all.findLastIndex((one) => inOrder(one, message) < 0);
  return all.toSpliced(before + 1, 0, message);
}

const without = <M extends Message>(all: readonly M[], key: string): readonly M[] =>
  all.some((one) => one.key === key) ? all.filter((one) => one.key !== key) : all;

/** Threads of messages that are no longer here go with them. */
function bound<M extends Message>(room: Room<M>): Room<M> {
  if (room.messages.length <= MOST_MESSAGES) return room;
  const messages = room.messages.slice(-MOST_MESSAGES);
  const here = new Set(messages.map(({ key }) => key));
  return { ...room, messages, threads: new Map([...room.threads].filter(([root]) => here.has(root))) };
}

function putInRoom<M extends Message>(room: Room<M>, message: M): Room<M> {
  const { root } = message;
  const standing = room.messages.some(({ key }) => key === message.key);
  const inChannel = root === null || message.broadcast;
  const messages = inChannel ? put(room.messages, message) : room.messages;
  const total = room.total + (inChannel && !standing ? 1 : 0);
  const threads =
    root === null
      ? room.threads
      : new Map(room.threads).set(root, put(room.threads.get(root) ?? [], message).slice(-MOST_REPLIES));
  return { ...room, total, messages, threads };
}

function takeFromRoom<M extends Message>(room: Room<M>, key: string): Room<M> {
  const messages = without(room.messages, key);
  const threads = new Map([...room.threads].map(([root, replies]) => [root, without(replies, key)]));
  threads.delete(key);
  return { ...room, messages, threads, total: room.total - (messages === room.messages ? 0 : 1) };
}

export interface RoomChange<M extends Message> {
  readonly messages?: readonly M[] | undefined;
  readonly removed?: readonly Key[] | undefined;
}

/** Rooms without news stay the very same object. */
export const changeRooms = <M extends Message>(
  rooms: readonly Room<M>[],
  { messages = [], removed = [] }: RoomChange<M>,
): readonly Room<M>[] =>
  rooms.map((room) => {
    const gone = removed.filter(({ channel }) => channel === room.id);
    const come = messages.filter(({ channel }) => channel === room.id);
    if (gone.length === 0 && come.length === 0) return room;
    const rest = gone.reduce((left, { key }) => takeFromRoom(left, key), room);
    return bound(come.reduce(putInRoom, rest));
  });

export const openRooms = <M extends Message>(
  channels: readonly Channel[],
  messages: readonly M[],
): readonly Room<M>[] => {
  const empty = channels.map(({ id, name }) => ({ id, name, total: 0, messages: [], threads: new Map() }));
  return changeRooms<M>(empty, { messages }).map((room, at) => ({
    ...room,
    // The server counts those that it did not send as well.
    total: Math.max(room.total, channels[at]?.total ?? 0),
  }));
};
