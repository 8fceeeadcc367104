import type { Changes } from './changes.ts';

/** What appeared on a person's screen because of something they did. */
export type Sighting<What extends string = string> = {
  readonly userId: string;
  readonly at: number;
  readonly what: What;
  /** The words, or the id of the view or message. */
  readonly detail: string;
};

export const createSightings = <What extends string>(now: () => number, changes: Changes) => {
  const sightings: Sighting<What>[] = [];
  return {
    add: (userId: string, what: What, detail: string): void => {
      sightings.push({ userId, at: now(), what, detail });
      changes.tell('user.saw', { user: userId, what, detail });
    },
    count: (): number => sightings.length,
    /** All of them, or those of one person from a certain point on. */
    of: (userId?: string, since = 0): Sighting<What>[] =>
      sightings.slice(since).filter((sighting) => userId === undefined || sighting.userId === userId),
  };
};
