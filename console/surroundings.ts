import type { Hono } from 'hono';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { Chats, KnownPerson, RealChat } from './chat/chats.ts';
import type { Subscriber } from './events/subscriber.ts';
import type { About, Acted, CasePress, ItemKey, World } from './wire.ts';

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
  /** Presses what the case offers, as this person: exactly as in its message in a chat. Absent where nobody can. */
  readonly pressCase?:
    | ((person: KnownPerson, press: Omit<CasePress, 'person'>) => Promise<Acted>)
    | undefined;
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

const LABELS = { slack: 'Slack', teams: 'Teams' } as const;

/** A real chat: the page shows what the ledger knows of it. One that the configuration does not use is not there. */
export const realChat = (
  { destinations }: Pick<BridgeConfig, 'destinations'>,
  chat: keyof typeof LABELS,
): RealChat | { readonly why: string } =>
  Object.values(destinations).some(({ type }) => type === chat)
    ? { isReal: true }
    : { why: `The configuration has no ${LABELS[chat]} destination.` };

/** Everything around a deployed bridge is real: the console cannot change it. */
export const realSurroundings = (about: About, config: Pick<BridgeConfig, 'destinations'>): Surroundings => ({
  about,
  people: [],
  chats: { slack: realChat(config, 'slack'), teams: realChat(config, 'teams') },
  world: { read: async () => UNKNOWN_WORLD, last: () => UNKNOWN_WORLD, look: async () => false },
  watchMessages: () => () => {},
  addRoutes: () => {},
  findItem: async () => null,
});
