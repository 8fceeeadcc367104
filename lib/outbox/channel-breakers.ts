import type { CircuitBreaker } from './circuit-breaker.ts';

export interface ChannelBreakersParts {
  readonly breakerOf: (destination: string) => Promise<CircuitBreaker>;
  /** The destinations that a channel is for. */
  readonly destinationsIn: (channel: string) => readonly string[];
}

/**
 * Trips the circuit breakers of a channel when its chat says that nothing can be posted there, and resets them when the
 * chat says that it can again. So the operators hear of it at once, and not with the next case. If the chat is wrong or
 * late, the next message sets the breaker right.
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
