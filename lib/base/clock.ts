/** Time as a dependency that is passed in, so that a simulation can control it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** A signal that aborts a call that takes longer than this. */
export type AbortAfter = (ms: number) => AbortSignal;

export const systemAbortAfter: AbortAfter = (ms) => AbortSignal.timeout(ms);

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;
