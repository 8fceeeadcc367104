import type { Channel, ChatChange, Message } from '../../wire.ts';

export interface Room {
  readonly id: string;
  readonly name: string;
  readonly isPersonal?: boolean | undefined;
  /** How many there are; only the latest are here. */
  readonly total: number;
  /** How many are kept here; it grows once the person has asked for earlier ones. */
  readonly most?: number;
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** By the message that they reply to, oldest first. */
  readonly threads: ReadonlyMap<string, readonly Message[]>;
}

/** As many as keep the page fast, however long it is open. */
export const MOST_MESSAGES = 100;
export const MOST_REPLIES = 100;

const inOrder = (a: Message, b: Message): number =>
  a.atMs - b.atMs || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Replaces the message with its key, or inserts it by time, which is nearly always at the end. */
export function put(all: readonly Message[], message: Message): readonly Message[] {
  const at = all.findLastIndex(({ key }) => key === message.key);
  if (at !== -1) return all.with(at, message);
  const before = all.findLastIndex((one) => inOrder(one, message) < 0);
  return all.toSpliced(before + 1, 0, message);
}

const without = (all: readonly Message[], key: string): readonly Message[] =>
  all.some((one) => one.key === key) ? all.filter((one) => one.key !== key) : all;

/** Threads of dropped messages are dropped too. */
function bound(room: Room): Room {
  const most = room.most ?? MOST_MESSAGES;
  if (room.messages.length <= most) return room;
  const messages = room.messages.slice(-most);
  const here = new Set(messages.map(({ key }) => key));
  return { ...room, messages, threads: new Map([...room.threads].filter(([root]) => here.has(root))) };
}

function putInRoom(room: Room, message: Message): Room {
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

function takeFromRoom(room: Room, key: string): Room {
  const messages = without(room.messages, key);
  const threads = new Map([...room.threads].map(([root, replies]) => [root, without(replies, key)]));
  threads.delete(key);
  return { ...room, messages, threads, total: room.total - (messages === room.messages ? 0 : 1) };
}

/** Rooms without news stay the same object. */
export const changeRooms = (
  rooms: readonly Room[],
  { messages = [], removed = [] }: ChatChange,
): readonly Room[] =>
  rooms.map((room) => {
    const gone = removed.filter(({ channel }) => channel === room.id);
    const come = messages.filter(({ channel }) => channel === room.id);
    if (gone.length === 0 && come.length === 0) return room;
    const rest = gone.reduce((left, { key }) => takeFromRoom(left, key), room);
    return bound(come.reduce(putInRoom, rest));
  });

/** The person asked for these, so they stay. The server has already counted them. */
export function addEarlier(room: Room, earlier: readonly Message[]): Room {
  const { messages, threads } = earlier.reduce(putInRoom, room);
  return { ...room, messages, threads, most: Math.max(room.most ?? MOST_MESSAGES, messages.length) };
}

export const openRooms = (channels: readonly Channel[], messages: readonly Message[]): readonly Room[] => {
  const empty = channels.map(({ id, name, isPersonal }) => ({
    id,
    name,
    isPersonal,
    total: 0,
    messages: [],
    threads: new Map(),
  }));
  return changeRooms(empty, { messages }).map((room, at) => ({
    ...room,
    // The server also counts the messages that it did not send.
    total: Math.max(room.total, channels[at]?.total ?? 0),
  }));
};
