import type { CircuitBreaker } from './circuit-breaker.ts';

export interface ChannelBreakersParts {
  readonly breakerOf: (destination: string) => Promise<CircuitBreaker>;
  /** The destinations that a channel is for. */
  readonly destinationsIn: (channel: string) => readonly string[];
}

/**
 * Closes the destinations of a channel when its chat says that nothing can be posted there, and opens them when it says
 * that it can again: the operators hear of it at once, and not with the next case. Should the chat be wrong or late, the
 * next message that is tried there sets it right.
 */
export const createChannelBreakers = ({ breakerOf, destinationsIn }: ChannelBreakersParts) => ({
  async gone(channel: string, reason: string): Promise<void> {
    for (const destination of destinationsIn(channel)) {
      const breaker = await breakerOf(destination);
      if (breaker.outage === null) await breaker.trip({ kind: 'place', reason }, 0);
    }
  },
  async back(channel: string): Promise<void> {
    for (const destination of destinationsIn(channel)) {
      const breaker = await breakerOf(destination);
      if (breaker.outage?.kind === 'place') await breaker.reset();
    }
  },
});
