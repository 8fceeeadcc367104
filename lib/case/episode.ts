import type { CaseRecord } from './case-record.ts';

/** Never repeats a number, not even that of an episode that turned out not to be one: people may have decided in it. */
export const nextEpisode = ({ episode, lastEpisode = 0 }: CaseRecord): number =>
  Math.max(episode, lastEpisode) + 1;

/** What people did before no longer counts, and the case waits from now on. */
export const newEpisode = (record: CaseRecord, nowMs: number) => ({
  episode: nextEpisode(record),
  sinceMs: nowMs,
  lookMs: nowMs,
});
