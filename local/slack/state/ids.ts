import { randomBytes } from 'node:crypto';

/** Identifiers in Slack's forms: counted where people read them, random where they must not be guessed. */
export const createIds = () => {
  const counters = new Map<string, number>();
  return {
    /** `C`, `U`, `S`, `V`, ... and ten letters or digits. */
    next: (letter: string): string => {
      const count = (counters.get(letter) ?? 0) + 1;
      counters.set(letter, count);
      return `${letter}${count.toString(36).toUpperCase().padStart(10, '0')}`;
    },
    secret: (bytes: number): string => randomBytes(bytes).toString('hex'),
    /** Slack's name for a block or an action that came without one. */
    short: (): string => randomBytes(4).toString('base64url').slice(0, 5),
  };
};

export type Ids = ReturnType<typeof createIds>;

/** Message timestamps: unique, increasing, `seconds.micros`, whatever the clock does. */
export const createTimestamps = (now: () => number) => {
  let last = 0;
  return {
    next: (): string => {
      last = Math.max(last + 1, Math.floor(now() * 1000));
      return `${Math.floor(last / 1e6)}.${String(last % 1e6).padStart(6, '0')}`;
    },
  };
};

export type Timestamps = ReturnType<typeof createTimestamps>;

export const TS = /^\d{1,12}\.\d{6}$/;

/** Compares like numbers, without losing the micros. */
export const compareTs = (left: string, right: string): number => {
  const [a = '', b = ''] = [left, right].map((ts) => {
    const [seconds = '', micros = ''] = ts.split('.');
    return seconds.padStart(12, '0') + micros.padEnd(6, '0');
  });
  return a < b ? -1 : a > b ? 1 : 0;
};
