import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Chat } from '../shared/chat.ts';
import type { ChannelAddress } from './channel-discovery.ts';
import type { ChannelMessage } from './channel-message.ts';
import type { TeamsMessage } from './message.ts';
import { renderHello } from './render-hello.ts';

/** What is known of a channel. */
export interface KnownChannel {
  /** Null since the bot was removed from there. */
  readonly place: ChannelAddress | null;
  /** When it last said hello because it was added. */
  readonly greetedAtMs: number | null;
}

/** Where that is remembered. */
export interface ChannelMemory {
  load(channel: string): Promise<{ readonly version: number; readonly value: KnownChannel } | null>;
  /** False when another function was quicker. */
  save(channel: string, known: KnownChannel, version: number): Promise<boolean>;
}

export interface ChannelRegistryParts {
  readonly memory: ChannelMemory;
  readonly chat: Pick<Chat<TeamsMessage>, 'post'>;
  /** Teams counts a greeting as it counts everything else in the channel. */
  readonly turn: (channel: string) => Promise<{ readonly waitMs: number } | 'now'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** As for any message of a queue. */
export type ChannelHandled = 'done' | 'retry' | { readonly retryAfterMs: number };

/** A channel's address changes once in years. */
const FRESH_MS = 5 * 60_000;

const NOTHING: KnownChannel = { place: null, greetedAtMs: null };

/** Remembers where the bot may post, and says hello there. */
export function createChannelRegistry({ memory, chat, turn, clock, log }: ChannelRegistryParts) {
  /** What is known then; null when another function was quicker. */
  async function keep(channel: string, news: Partial<KnownChannel>): Promise<KnownChannel | null> {
    const saved = await memory.load(channel);
    const before = saved?.value ?? NOTHING;
    const known = { ...before, ...news };
    if (JSON.stringify(known) === JSON.stringify(before)) return known;
    return (await memory.save(channel, known, saved?.version ?? 0)) ? known : null;
  }

  return {
    async handle(message: ChannelMessage): Promise<ChannelHandled> {
      if (message.is === 'forget') {
        log('place forgotten', { channel: message.channel });
        return (await keep(message.channel, NOTHING)) ? 'done' : 'retry';
      }
      const { place, hello } = message;
      const { channel } = place;
      // First of all: the greeting is the first to go to where Teams said.
      const known = await keep(channel, { place });
      if (!known) return 'retry';
      if (!hello || (hello.once && known.greetedAtMs !== null)) return 'done';
      const now = await turn(channel);
      if (now !== 'now') return { retryAfterMs: now.waitMs };
      const answer = await chat.post(channel, renderHello(channel), {
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

/** Where Teams said that a channel is; null when it never did. */
export function createServiceUrls(memory: Pick<ChannelMemory, 'load'>, clock: Clock) {
  const known = new Map<string, { readonly serviceUrl: string; readonly untilMs: number }>();
  return async function serviceUrlOf(channel: string): Promise<string | null> {
    const fresh = known.get(channel);
    if (fresh && clock.now() < fresh.untilMs) return fresh.serviceUrl;
    const serviceUrl = (await memory.load(channel))?.value.place?.serviceUrl ?? null;
    // What was not said yet may be said at any moment.
    if (serviceUrl !== null) known.set(channel, { serviceUrl, untilMs: clock.now() + FRESH_MS });
    return serviceUrl;
  };
}
