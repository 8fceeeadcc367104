import { vi } from 'vitest';

/** Nothing here is about speed: a loaded machine may take its time. */
const PATIENCE_MS = 90_000;

/** What `look` returns, as soon as it does not throw. */
export const eventually = <T>(look: () => T | Promise<T>, timeout = PATIENCE_MS): Promise<T> =>
  vi.waitFor(look, { timeout, interval: 250 });

/** The value, as soon as there is one. */
export const found = <T>(look: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> =>
  eventually(async () => {
    const value = await look();
    if (value === undefined) throw new Error(`${what} did not come`);
    return value;
  });
