import type { Log } from '../base/log.ts';
import type { CaseFacts } from '../case/case-facts.ts';
import type { SentCases } from '../case/past-entry.ts';

/** A case on a page that the poller reads. */
export interface MetCase {
  readonly id: string;
  readonly createdAtMs: number;
  readonly item: unknown;
}

/** The part of the feed's row for counting: cases that have no row of their own yet. */
export interface PastTail {
  /** Since when cases are counted. */
  readonly sinceMs: number;
  /** Until when a version that counts has polled, give or take some minutes. */
  readonly upToMs?: number | undefined;
  readonly sent?: SentCases | undefined;
  /** Since when the oldest of them has waited. */
  readonly waitsMs?: number | undefined;
  /** When cases were last moved into a row, which other processes then have to read. */
  readonly putMs?: number | undefined;
}

/** By destination, because each may be told something else. */
export type FactsByDestination = ReadonlyMap<string, CaseFacts>;
export type Facts = ReadonlyMap<string, FactsByDestination>;

/** What the poller finds out beside new cases. It never holds a case up for long. */
export interface FactFinder {
  /** Called when a poll begins, with what the feed's row says and when the feed was last polled. */
  open?(tail: PastTail | undefined, polledMs: number | undefined): void;
  /** The facts of each new case. `known`: cases met before, which are counted now if a crash left them out. */
  beside(news: readonly MetCase[], known: readonly MetCase[]): Promise<Facts>;
  /** What the feed's row should keep for the next poll. */
  tail?(): Promise<PastTail | undefined>;
}

const NONE: Facts = new Map();

/** Joins all finders. Never throws: a case is shown without the facts that were not found. */
export function joinFinders(finders: readonly FactFinder[], log: Log): Required<FactFinder> {
  return {
    open(...kept) {
      for (const finder of finders) finder.open?.(...kept);
    },
    async beside(...met) {
      const found = await Promise.all(
        finders.map((finder) =>
          finder.beside(...met).catch((error: unknown) => {
            log('facts not found', { error: String(error) });
            return NONE;
          }),
        ),
      );
      return found.reduce(joined, NONE);
    },
    async tail() {
      const tails = await Promise.all(finders.map((finder) => finder.tail?.()));
      return tails.find((tail) => tail !== undefined);
    },
  };
}

const joined = (some: Facts, others: Facts): Facts =>
  new Map(
    [...new Set([...some.keys(), ...others.keys()])].map((id) => {
      const [one, other] = [some.get(id), others.get(id)];
      const places = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
      return [id, new Map([...places].map((at) => [at, { ...one?.get(at), ...other?.get(at) }]))];
    }),
  );

/** For feeds whose items have no facts. */
export const NO_FACTS: Required<FactFinder> = {
  open: () => undefined,
  beside: async () => NONE,
  tail: async () => undefined,
};
