import type { HttpBindings } from '@hono/node-server';
import { type Change, createChanges } from './changes.ts';
import type { Delivery } from './deliver.ts';
import type { FaultBook } from './fault-book.ts';
import type { Notebook } from './notebook.ts';
import { createRates } from './rates.ts';
import { createSightings, type Sighting } from './sightings.ts';

// The bindings are empty when a test calls the app without a socket.
export type StandInEnv = { Bindings: Partial<HttpBindings> };

/** The options of both chats. */
export type ChatOptions = {
  /** Offer `/control`. */
  readonly control?: boolean;
  /** Epoch milliseconds; real time when left out. */
  readonly now?: () => number;
  /** One line for each call and each delivery, without texts or secrets. */
  readonly log?: (line: string) => void;
  /** If off, the chat tells no caller to slow down, except by a fault. */
  readonly rates?: boolean;
  /** Rate limits pass this many times faster. */
  readonly speed?: number;
  /** How long a person waits for an answer; each chat has its own default. */
  readonly answerTimeoutMs?: number;
  /** Where its messages are stored, to continue with them. */
  readonly notebook?: Notebook | undefined;
  /** How deliveries reach the connected program, for tests without a socket. */
  readonly deliver?: (url: string, init: RequestInit) => Promise<Response>;
};

/** One call by the connected program. */
export type RequestRecord = {
  readonly at: number;
  readonly ok: boolean;
  /** Absent if the connection broke before anything was done. */
  readonly status?: number;
  readonly error?: string;
  /** The work was done, but the caller was not told. */
  readonly lost?: boolean;
};

type Chat<Fault, Call, Settings> = {
  readonly chat: string;
  /** What the program connected to this chat is called. */
  readonly opposite: string;
  readonly faults: FaultBook<Fault, Call>;
  /** What may change while it runs, besides rates and speed. */
  readonly settings: Settings;
};

/** What both chats keep while they run. */
export const createChatCore = <Record extends RequestRecord, What extends string, Fault, Call, Settings>(
  options: ChatOptions,
  { settings: more, ...chat }: Chat<Fault, Call, Settings>,
) => {
  const now = options.now ?? Date.now;
  const changes = createChanges(now);
  const settings = { rates: options.rates ?? true, speed: options.speed ?? 1, ...more };
  let baseUrl = 'http://127.0.0.1';
  return {
    ...chat,
    now,
    changes,
    settings,
    rates: createRates(now, settings),
    requests: [] as Record[],
    sightings: createSightings<What>(now, changes),
    deliveries: [] as Delivery[],
    deliver: options.deliver ?? ((url: string, init: RequestInit) => fetch(url, init)),
    print: options.log ?? (() => {}),
    baseUrl: () => baseUrl,
    setBaseUrl: (url: string): void => {
      baseUrl = url;
    },
  };
};

type ChatFault = { readonly kind: string; readonly times?: number | undefined };

/** What tests and the console can see and plan in both chats. */
export const createChatHandles = <Record, What extends string, Fault extends ChatFault, Message, Shown>(
  core: {
    readonly requests: Record[];
    readonly deliveries: readonly Delivery[];
    readonly sightings: { of(userId?: string): Sighting<What>[] };
    readonly faults: Pick<FaultBook<Fault, never>, 'plan' | 'list' | 'clear'>;
    readonly changes: { listen(listener: (change: Change) => void): () => void };
  },
  messages: {
    inChannel(channel: string): Message[];
    replies(channel: string, root: string): Message[];
    find(channel: string, id: string): Message | undefined;
  },
  show: (message: Message) => Shown,
) => ({
  /** The messages of the channel, oldest first; all of them, or this many of the latest. */
  messages: (channel: string, latest?: number): Shown[] => {
    const all = messages.inChannel(channel);
    return (latest === undefined ? all : all.slice(-latest)).map(show);
  },
  countMessages: (channel: string): number => messages.inChannel(channel).length,
  /** The replies to a message. */
  thread: (channel: string, root: string): Shown[] => messages.replies(channel, root).map(show),
  message: (channel: string, id: string): Shown | undefined => {
    const message = messages.find(channel, id);
    return message === undefined ? undefined : show(message);
  },
  seen: (userId?: string) => core.sightings.of(userId),
  requests: (): readonly Record[] => [...core.requests],
  clearRequests: (): void => {
    core.requests.length = 0;
  },
  deliveries: () => [...core.deliveries],
  plan: (fault: Fault) => core.faults.plan(fault),
  clearFaults: () => core.faults.clear(),
  /** Whether there is no lasting fault. */
  isUp: (): boolean => !core.faults.list().some(({ kind, times }) => kind === 'down' && times === undefined),
  onChange: core.changes.listen,
});
