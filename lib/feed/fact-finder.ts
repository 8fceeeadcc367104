import type { CaseFacts } from '../case/case-facts.ts';
import type { SentCases } from '../case/past-entry.ts';
import type { Log } from '../platform/log.ts';

/** A case on a page that the poller reads. */
export interface MetCase {
  readonly id: string;
  readonly createdAtMs: number;
  readonly item: unknown;
}

/** What the row of a feed keeps of it: cases that are in no row of their own yet. */
export interface PastTail {
  /** Since when cases are counted. */
  readonly sinceMs: number;
  /** Up to when a version that counts has polled, or some minutes before. */
  readonly upToMs?: number | undefined;
  readonly sent?: SentCases | undefined;
  /** Since when the oldest of them waits. */
  readonly waitsMs?: number | undefined;
  /** When cases were last put into a row: another process has to read it. */
  readonly putMs?: number | undefined;
}

/** By destination: each may be told something else. */
export type FactsByDestination = ReadonlyMap<string, CaseFacts>;
export type Facts = ReadonlyMap<string, FactsByDestination>;

/** What the poller knows beside new cases. Nothing here keeps a case waiting for long. */
export interface FactFinder {
  /** When a poll begins: what the row of the feed says, and when it was polled last. */
  open?(tail: PastTail | undefined, polledMs: number | undefined): void;
  /** The facts of each new case. `known`: those that were met before, and are counted where a crash left them out. */
  beside(news: readonly MetCase[], known: readonly MetCase[]): Promise<Facts>;
  /** What the row of the feed is to keep for this. */
  tail?(): Promise<PastTail | undefined>;
}

const NONE: Facts = new Map();

/** What all of them know. It never throws: a case is told without the facts that were not found. */
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

/** For feeds whose items have none. */
export const NO_FACTS: Required<FactFinder> = {
  open: () => undefined,
  beside: async () => NONE,
  tail: async () => undefined,
};
