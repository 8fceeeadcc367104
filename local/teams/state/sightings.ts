import type { Changes } from './changes.ts';

/** What appeared on somebody's screen because of something they did. */
export type Sighting = {
  readonly userId: string;
  readonly at: number;
  /** `card`: the card was replaced, for this person only. */
  readonly what: 'error' | 'toast' | 'card';
  /** The words, or the id of the message. */
  readonly detail: string;
};

export const createSightings = (now: () => number, changes: Changes) => {
  const sightings: Sighting[] = [];
  return {
    add: (userId: string, what: Sighting['what'], detail: string): void => {
      sightings.push({ userId, at: now(), what, detail });
      changes.tell('user.saw', { user: userId, what, detail });
    },
    count: (): number => sightings.length,
    /** All of them, or those of one person from a certain point on. */
    of: (userId?: string, since = 0): Sighting[] =>
      sightings.slice(since).filter((sighting) => userId === undefined || sighting.userId === userId),
  };
};

export type Sightings = ReturnType<typeof createSightings>;
