import { type AbortAfter, systemAbortAfter } from '../base/clock.ts';

export interface CallTimeout {
  /** How long one call of the table may take, the SDK's own retries included. */
  readonly timeoutMs?: number | undefined;
  readonly abortAfter?: AbortAfter | undefined;
}

const TIMEOUT_MS = 10_000;

/** What the SDK takes beside a command: when it is to give the call up. */
export const within = ({ timeoutMs = TIMEOUT_MS, abortAfter = systemAbortAfter }: CallTimeout) => ({
  abortSignal: abortAfter(timeoutMs),
});
