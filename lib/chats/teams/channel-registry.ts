import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Chat } from '../../outbox/chat-port.ts';
import type { TeamName } from './activity-location.ts';
import type { ChannelAddress, ChannelMessage, GoneBecause } from './channel-message.ts';
import type { TeamsMessage } from './message.ts';
import { renderHello } from './render-hello.ts';

/** What the bridge knows of a channel. */
export interface KnownChannel {
  /** Null once the bot was removed from the channel. */
  readonly place: ChannelAddress | null;
  /** When the bot last greeted the channel because it was added. */
  readonly greetedAtMs: number | null;
  /** Kept when the bot is removed. Absent where Teams never named the team. */
  readonly team?: TeamName | undefined;
}

/** Stores what the bridge knows of channels. */
export interface ChannelMemory {
  load(channel: string): Promise<{ readonly version: number; readonly value: KnownChannel } | null>;
  /** False when another function wrote first. */
  save(channel: string, known: KnownChannel, version: number): Promise<boolean>;
}

export interface ChannelRegistryParts {
  readonly memory: ChannelMemory;
  readonly chat: Pick<Chat<TeamsMessage>, 'post'>;
  /** Teams counts a greeting as it counts everything else in the channel. */
  readonly turn: (channel: string) => Promise<{ readonly waitMs: number } | 'now'>;
  /** The channels of the configuration: what Teams says of a team is true of all its channels. */
  readonly channels: readonly string[];
  /** Opens and closes the circuit breaker of a channel before the notifier tries to post there. */
  readonly breakers: {
    gone(channel: string, reason: string): Promise<void>;
    back(channel: string): Promise<void>;
  };
  readonly clock: Clock;
  readonly log: Log;
}

/** Reasons in words that `explainRefusal` knows. */
const REASONS: Readonly<Record<GoneBecause, string>> = {
  removed: 'Teams says that the app was removed: BotNotInConversationRoster',
  archived: 'Teams says that the team was archived (403)',
  deleted: 'Teams says that the channel was deleted: ConversationNotFound',
};

/** As for any message of a queue. */
export type ChannelHandled = 'done' | 'retry' | { readonly retryAfterMs: number };

type Forget = Extract<ChannelMessage, { is: 'forget' }>;
type Remember = Extract<ChannelMessage, { is: 'remember' }>;

/** A channel's address changes once in years. */
const FRESH_MS = 5 * 60_000;

const NOTHING = { place: null, greetedAtMs: null } satisfies KnownChannel;

/** Remembers where the bot may post, and says hello there. */
export function createChannelRegistry(parts: ChannelRegistryParts) {
  const { memory, chat, turn, channels, breakers, clock, log } = parts;

  /** Returns what the bridge knows then; null when another function wrote first. */
  async function keep(channel: string, news: Partial<KnownChannel>): Promise<KnownChannel | null> {
    const saved = await memory.load(channel);
    const before = saved?.value ?? NOTHING;
    const known = { ...before, ...news };
    if (JSON.stringify(known) === JSON.stringify(before)) return known;
    return (await memory.save(channel, known, saved?.version ?? 0)) ? known : null;
  }

  /** The other channels of its team that the bridge posts to, as far as it knows them. */
  async function othersOf(channel: string, team: TeamName): Promise<readonly string[]> {
    const others = channels.filter((other) => other !== channel);
    const known = await Promise.all(others.map((other) => memory.load(other)));
    return others.filter((_, index) => known[index]?.value.team?.id === team.id);
  }

  async function forget({ channel, because, team, wholeTeam }: Forget): Promise<ChannelHandled> {
    for (const one of [channel, ...(team && wholeTeam ? await othersOf(channel, team) : [])]) {
      log('channel forgotten', { channel: one, because });
      if (!(await keep(one, NOTHING))) return 'retry';
      await breakers.gone(one, REASONS[because]);
    }
    return 'done';
  }

  /** Returns what the bridge knows of the channel then; null when another function wrote first. */
  async function remember({ place, team, wholeTeam, back }: Remember): Promise<KnownChannel | null> {
    const { channel } = place;
    const known = await keep(channel, { place, ...(team && { team: await named(channel, team) }) });
    if (!known || !back) return known;
    await breakers.back(channel);
    for (const other of team && wholeTeam ? await othersOf(channel, team) : []) {
      const before = (await memory.load(other))?.value.place;
      if (!before && !(await keep(other, { place: { ...place, channel: other } }))) return null;
      await breakers.back(other);
    }
    return known;
  }

  /** Not every activity says by what name Graph knows the team. */
  async function named(channel: string, team: TeamName): Promise<TeamName> {
    const before = (await memory.load(channel))?.value.team;
    return { id: team.id, group: team.group ?? (before?.id === team.id ? before.group : null) };
  }

  return {
    async handle(message: ChannelMessage): Promise<ChannelHandled> {
      if (message.is === 'forget') return forget(message);
      const { place, hello } = message;
      const { channel } = place;
      // The address is saved first, because the greeting is sent to it.
      const known = await remember(message);
      if (!known) return 'retry';
      if (!hello || (hello.once && known.greetedAtMs !== null)) return 'done';
      const now = await turn(channel);
      if (now !== 'now') return { retryAfterMs: now.waitMs };
      const answer = await chat.post(channel, renderHello(channel, channels.includes(channel)), {
        mark: `hello:${channel}`,
        ...(hello.thread && { thread: hello.thread }),
      });
      if (answer.is === 'busy') return { retryAfterMs: answer.retryAfterMs };
      if (answer.is === 'failed') return 'retry';
      // Refused or unknown: it may have been said, and a person who mentions the bot is answered again.
      if (answer.is !== 'ok') log('not greeted', { channel, reason: answer.reason });
      if (!hello.once) return 'done';
      return (await keep(channel, { greetedAtMs: clock.now() })) ? 'done' : 'retry';
    },
  };
}

/** Where Teams said that a channel is, and in which team; null when it never did. */
export function createKnownChannels(memory: Pick<ChannelMemory, 'load'>, clock: Clock) {
  const fresh = new Map<string, { readonly known: KnownChannel; readonly untilMs: number }>();
  async function read(channel: string): Promise<KnownChannel | undefined> {
    const kept = fresh.get(channel);
    if (kept && clock.now() < kept.untilMs) return kept.known;
    const known = (await memory.load(channel))?.value;
    // An unknown channel is not remembered: Teams may name it at any moment.
    if (known?.place) fresh.set(channel, { known, untilMs: clock.now() + FRESH_MS });
    return known;
  }
  return {
    serviceUrlOf: async (channel: string) => (await read(channel))?.place?.serviceUrl ?? null,
    teamOf: async (channel: string) => (await read(channel))?.team ?? null,
  };
}
