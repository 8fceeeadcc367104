import type { Hono } from 'hono';
import type { Chats, KnownPerson } from './chat/chats.ts';
import type { Subscriber } from './events/subscriber.ts';
import type { About, ItemKey, World } from './wire.ts';

/** What is around a bridge: with stand-ins, chats to act in and a world to change. */
export interface Surroundings {
  readonly about: About;
  readonly people: readonly KnownPerson[];
  readonly chats: Chats;
  readonly world: WorldWatch;
  /** Marks messages that change. Returns a function that stops it. */
  watchMessages(subscribers: ReadonlySet<Subscriber>): () => void;
  /** `changed`: to be called after the world was changed. */
  addRoutes(api: Hono, changed: () => void): void;
  /** An item that no route took, as the platform has it; null if it cannot be asked. */
  findItem(key: ItemKey): Promise<unknown>;
}

export interface WorldWatch {
  /** The current state. */
  read(): Promise<World>;
  /** The state at the last look. */
  last(): World;
  /** Looks once, and says whether it differs. */
  look(): Promise<boolean>;
}

export const UNKNOWN_WORLD: World = {
  api: { isStandIn: false, domains: [], state: 'well', order: null, orders: [] },
  slack: { isStandIn: false, up: true },
  teams: { isStandIn: false, up: true },
  functions: [],
};

const REAL = { why: 'This bridge speaks to the real one. Open it to see what arrives there.' };

/** Everything around a deployed bridge is real: the console shows none of it, and cannot change it. */
export const realSurroundings = (about: About): Surroundings => ({
  about,
  people: [],
  chats: { slack: REAL, teams: REAL },
  world: { read: async () => UNKNOWN_WORLD, last: () => UNKNOWN_WORLD, look: async () => false },
  watchMessages: () => () => {},
  addRoutes: () => {},
  findItem: async () => null,
});
