import { setTimeout as sleep } from 'node:timers/promises';

/**
 * So long may nothing change at all. A busy machine is slow, but something happens on it; and what a look of the reconciler
 * missed, its next one makes up for, a minute later.
 */
const QUIET_MS = 150_000;
/** The most that one look counts: a process that got no time to run has not waited either. */
const MOST_OF_A_LOOK_MS = 1_000;
/** So long may something else happen all the while. */
const LONGEST_MS = 600_000;

/** Nothing changed for too long. Passes through the waits around it, which would wait as long once more each. */
export class NothingHappened extends Error {}

export interface Patience {
  readonly everyMs?: number;
  readonly quietMs?: number;
}

const worlds = new Set<() => unknown>();

/** While what this returns changes, a world is at work and every wait goes on. Returns how to leave it out again. */
export function watchProgress(sign: () => unknown): () => void {
  worlds.add(sign);
  return () => void worlds.delete(sign);
}

type Look<T> = { readonly value: T } | { readonly complaint: string; readonly cause?: unknown };

/** Looks again and again. Fails when neither the complaint nor a world has changed for some minutes, or after ten. */
async function lookUntil<T>(
  look: () => Promise<Look<T>>,
  { everyMs = 250, quietMs = QUIET_MS }: Patience,
): Promise<T> {
  let [last, quiet, waited] = ['', 0, 0];
  for (;;) {
    const startedAt = performance.now();
    const seen = await look();
    if ('value' in seen) return seen.value;
    const { complaint, cause } = seen;
    const now = JSON.stringify([complaint, ...[...worlds].map((sign) => sign())]);
    if (now !== last) [last, quiet] = [now, 0];
    else if (quiet > quietMs) {
      throw new NothingHappened(`nothing happened for ${quietMs / 1_000} s; last: ${complaint}`, { cause });
    }
    if (waited > LONGEST_MS)
      throw new NothingHappened(`waited for 10 minutes; last: ${complaint}`, { cause });
    await sleep(everyMs);
    const lookMs = Math.min(performance.now() - startedAt, MOST_OF_A_LOOK_MS);
    quiet += lookMs;
    waited += lookMs;
  }
}

/** What `look` returns, once it does not throw. */
export const waitFor = <T>(look: () => T | Promise<T>, patience: Patience = {}): Promise<T> =>
  lookUntil(async () => {
    try {
      return { value: await look() };
    } catch (error) {
      if (error instanceof NothingHappened) throw error;
      return { complaint: error instanceof Error ? error.message : String(error), cause: error };
    }
  }, patience);

/** The value, as soon as there is one. */
export const found = <T>(look: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> =>
  lookUntil(async () => {
    const value = await look();
    return value === undefined ? { complaint: `${what} did not come` } : { value };
  }, {});

/** Waits until something is true. */
export const until = (
  what: string,
  holds: () => boolean | Promise<boolean>,
  patience: Patience = {},
): Promise<void> =>
  lookUntil(
    async () => ((await holds()) ? { value: undefined } : { complaint: `waited in vain until ${what}` }),
    { everyMs: 20, ...patience },
  );
