import { randomBytes, randomUUID } from 'node:crypto';

/** Identifiers in Microsoft's forms: counted where people read them, random where they must not be guessed. */
export const createIds = (now: () => number) => {
  const counters = new Map<string, number>();
  let lastActivity = 0;
  const count = (kind: string): string => {
    const next = (counters.get(kind) ?? 0) + 1;
    counters.set(kind, next);
    return next.toString(16);
  };
  return {
    /** A directory id; its first block contains the kind. */
    guid: (kind: string): string =>
      `${kind.padStart(8, '0')}-0000-4000-8000-${count(kind).padStart(12, '0')}`,
    channel: (): string => `19:${count('channel').padStart(32, '0')}@thread.tacv2`,
    /** The chat of a person with the bot. */
    chat: (): string => `a:1chat${count('chat').padStart(40, '0')}`,
    user: (): string => `29:1user${count('user').padStart(40, '0')}`,
    /** Messages are named by the millisecond; unique and increasing, whatever the clock does. */
    activity: (): string => {
      lastActivity = Math.max(lastActivity + 1, Math.floor(now()));
      return String(lastActivity);
    },
    random: (): string => randomUUID(),
    secret: (bytes: number): string => randomBytes(bytes).toString('hex'),
  };
};

export type Ids = ReturnType<typeof createIds>;
