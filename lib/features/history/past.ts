import { type PastCase, readSent, secondsOf, writeSent } from '../../case/past-entry.ts';
import type { PastFact } from '../../case/past-fact.ts';
import type { PastTail } from '../../feed/fact-finder.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time.ts';
import { createCaseHistory } from './case-history.ts';
import type { PastLedger } from './past-ledger.ts';

export interface PastParts {
  readonly ledger: PastLedger;
  readonly domain: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** How far back is counted. */
  readonly windowMs: number;
  /** How many cases are remembered at the most. */
  readonly most: number;
}

/** What was before a case, by the places that it goes to. */
export type PastFacts = ReadonlyMap<string, PastFact>;

/** The cases before a case: of the same person, and of the same type. One for each domain and process. */
export interface Past {
  /** What the row of the feed says, when a poll begins. `polledMs`: when any version polled last. */
  open(tail: PastTail | undefined, polledMs: number | undefined): void;
  note(cases: readonly PastCase[]): void;
  /** What was before each of these. Empty where the ledger does not say: then nothing is said. Never throws. */
  before(cases: readonly PastCase[]): Promise<ReadonlyMap<string, PastFacts>>;
  /** What the row of the feed is to keep. Puts what waits into a row of its own when that is due. Never throws. */
  tail(): Promise<PastTail | undefined>;
}

/** The row of a feed stays below 1 KB with so many: then they cost nothing. */
const MOST_WAITING = 12;
/** If they cannot be put anywhere else, the row of a feed keeps so many. */
const MOST_IN_ROW = 300;
/** `forget` does not look into the row of a feed, so nothing waits there for longer. */
const LONGEST_WAIT_MS = HOUR_MS;
/** Clocks of functions differ, and rows are named by the hour. */
const OVERLAP_MS = HOUR_MS;
/** How old what is known of decisions may be: the pages of one poll need not ask again. */
const OUTCOMES_MS = 1_000;
/** Polls of a version that does not count leave a gap; the sweep closes one of a day. */
const LONGEST_GAP_MS = DAY_MS;
/** A case may come so late, and its days are still counted whole. */
const LATE_MS = 2 * DAY_MS;
/** At the first look: half a megabyte, in one or two calls. */
const MOST_ROWS = { cases: 1_000, outcomes: 2_500 } as const;

export function createPast({ ledger, domain, clock, log, windowMs, most }: PastParts): Past {
  const history = createCaseHistory();
  /** In no row of their own yet. They stay here until they are, also when the row of the feed was not written. */
  const waiting = new Map<string, PastCase>();
  let kept: PastTail | undefined;
  let waitsMs: number | undefined;
  /** When something was last put into a row, as far as this process knows; and as the row of the feed said or was to say. */
  let putMs = 0;
  let rowPutMs = 0;
  /** Since when cases are counted; and from when on the history has all that was. */
  let countedMs: number | null = null;
  let heldMs = 0;
  let isRead = false;
  let outcomesReadMs: number | null = null;

  const holdFrom = (ms: number | null) => {
    heldMs = Math.max(heldMs, ms ?? 0);
  };

  async function readAll(nowMs: number): Promise<void> {
    if (isRead) return;
    const fromMs = nowMs - windowMs - LATE_MS;
    const { entries, cutAtMs } = await ledger.cases(domain, { fromMs, mostRows: MOST_ROWS.cases });
    for (const one of entries) {
      history.add(one);
      // Put there by a process that died before the row of the feed said so: this one says it.
      if (waiting.delete(one.id)) putMs = Math.max(nowMs, rowPutMs + 1);
    }
    holdFrom(cutAtMs ?? fromMs);
    isRead = true;
  }

  async function readOutcomes(nowMs: number): Promise<void> {
    if (outcomesReadMs !== null && Math.abs(nowMs - outcomesReadMs) < OUTCOMES_MS) return;
    const fromMs = outcomesReadMs === null ? nowMs - windowMs - LATE_MS : outcomesReadMs - OVERLAP_MS;
    const { entries, cutAtMs } = await ledger.outcomes(domain, { fromMs, mostRows: MOST_ROWS.outcomes });
    for (const one of entries) history.decide(one);
    // What was decided before that is not known, so cases from before it are not counted.
    holdFrom(cutAtMs);
    outcomesReadMs = nowMs;
  }

  function factOf(one: PastCase, place: string): PastFact | null {
    const wantedMs = one.atSeconds * 1_000 - windowMs;
    const { person, type } = history.before(one, place, secondsOf(Math.max(wantedMs, heldMs)));
    if (!person && !type) return null;
    const atLeast = Math.max(heldMs, countedMs ?? 0) > wantedMs;
    return { days: Math.floor(windowMs / DAY_MS), atLeast, person, type };
  }

  async function putWaiting(nowMs: number): Promise<void> {
    if (waiting.size === 0) return;
    // What is in a row, also as forgotten, must not be written again.
    await readAll(nowMs);
    const isDue = waiting.size > MOST_WAITING || nowMs - (waitsMs ?? nowMs) >= LONGEST_WAIT_MS;
    if (waiting.size === 0 || !isDue) return;
    const cases = [...waiting.values()];
    await ledger.addCases(domain, cases, nowMs);
    for (const { id } of cases) waiting.delete(id);
    waitsMs = undefined;
    putMs = Math.max(nowMs, putMs + 1);
  }

  /** The row of a feed must never grow too large to be written. */
  function dropTooMany(nowMs: number): void {
    if (waiting.size <= MOST_IN_ROW) return;
    for (const id of [...waiting.keys()].slice(0, waiting.size - MOST_IN_ROW)) waiting.delete(id);
    countedMs = nowMs;
  }

  return {
    open(tail, polledMs) {
      const nowMs = clock.now();
      const isGap = tail && polledMs !== undefined && polledMs - (tail.upToMs ?? polledMs) > LONGEST_GAP_MS;
      // What came while a version polled that does not count, or not by places, nobody knows.
      countedMs = isGap ? nowMs : Math.max(countedMs ?? 0, tail?.sinceMs ?? 0) || nowMs;
      const saidMs = tail?.putMs ?? 0;
      if (saidMs !== rowPutMs) isRead = false;
      // Another process put what waited in the row. What it did not find there, it met by itself.
      if (saidMs > putMs) for (const { id } of readSent(kept?.sent)) waiting.delete(id);
      rowPutMs = saidMs;
      putMs = Math.max(putMs, saidMs);
      for (const one of readSent(tail?.sent)) {
        history.add(one);
        waiting.set(one.id, one);
      }
      waitsMs = waiting.size > 0 ? (tail?.waitsMs ?? waitsMs ?? nowMs) : undefined;
      kept = tail;
    },
    note(cases) {
      const nowMs = clock.now();
      const fromSeconds = secondsOf(nowMs - windowMs);
      for (const one of cases) {
        if (history.has(one.id) || one.atSeconds < fromSeconds || one.places.length === 0) continue;
        history.add(one);
        waiting.set(one.id, one);
        waitsMs ??= nowMs;
      }
    },
    async before(cases) {
      const nowMs = clock.now();
      try {
        await Promise.all([readAll(nowMs), readOutcomes(nowMs)]);
      } catch (error) {
        log('earlier cases not read', { domain, error: String(error) });
        return new Map();
      }
      holdFrom(history.prune(secondsOf(nowMs - windowMs - LATE_MS), most) * 1_000);
      return new Map(
        cases.flatMap((one) => {
          const facts = one.places.flatMap((place) => {
            const fact = factOf(one, place);
            return fact ? [[place, fact] as const] : [];
          });
          return facts.length > 0 ? [[one.id, new Map(facts)] as const] : [];
        }),
      );
    },
    async tail() {
      const nowMs = clock.now();
      await putWaiting(nowMs).catch((error: unknown) =>
        log('earlier cases not kept', { domain, error: String(error) }),
      );
      dropTooMany(nowMs);
      if (waiting.size === 0) waitsMs = undefined;
      if (waiting.size === 0 && !kept && putMs === 0) return undefined;
      const sinceMs = countedMs ?? nowMs;
      const sent = waiting.size > 0 ? writeSent([...waiting.values()]) : undefined;
      kept = { ...kept, sinceMs, sent, waitsMs, putMs: putMs || undefined };
      rowPutMs = putMs;
      return kept;
    },
  };
}
