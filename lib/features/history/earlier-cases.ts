import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { DAY_MS, HOUR_MS } from '../../base/time.ts';
import { type PastCase, readSent, secondsOf, writeSent } from '../../case/past-entry.ts';
import type { PastFact } from '../../case/past-fact.ts';
import type { PastTail } from '../../feed/fact-finder.ts';
import { createCaseHistory } from './count-earlier-cases.ts';
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

/** The facts about earlier cases, by the places that a case goes to. */
export type PastFacts = ReadonlyMap<string, PastFact>;

/** The cases before a case, of the same person and of the same type. One for each domain and process. */
export interface Past {
  /** Takes what the feed's row says when a poll begins. `polledMs`: when any version polled last. */
  open(tail: PastTail | undefined, polledMs: number | undefined): void;
  note(cases: readonly PastCase[]): void;
  /** The facts for each of these. Empty if the ledger cannot be read: then the message says nothing. Never throws. */
  before(cases: readonly PastCase[]): Promise<ReadonlyMap<string, PastFacts>>;
  /** What the feed's row should keep. Moves waiting cases into a row of their own when that is due. Never throws. */
  tail(): Promise<PastTail | undefined>;
}

/** With this many, a feed's row stays below 1 KB, so they cost nothing. */
const MOST_WAITING = 12;
/** How many a feed's row keeps at most, if no other row can be written. */
const MOST_IN_ROW = 300;
/** `forget` does not look into a feed's row, so nothing waits there for longer. */
const LONGEST_WAIT_MS = HOUR_MS;
/** Clocks of functions differ, and rows are named by the hour. */
const OVERLAP_MS = HOUR_MS;
/** How old the known decisions may be: the pages of one poll need not read them again. */
const OUTCOMES_MS = 1_000;
/** Polls of a version that does not count cases leave a gap. The sweep closes a gap of up to a day. */
const LONGEST_GAP_MS = DAY_MS;
/** How late a case may come and still have all of its days counted. */
const LATE_MS = 2 * DAY_MS;
/** At the first look: half a megabyte, in one or two calls. */
const MOST_ROWS = { cases: 1_000, outcomes: 2_500 } as const;

export function createPast({ ledger, domain, clock, log, windowMs, most }: PastParts): Past {
  const history = createCaseHistory();
  /** Cases without a row of their own yet. They stay here until they have one, even if the feed's row was not written. */
  const waiting = new Map<string, PastCase>();
  let kept: PastTail | undefined;
  let waitsMs: number | undefined;
  /** When cases were last moved into a row: as far as this process knows, and as the feed's row said or will say. */
  let putMs = 0;
  let rowPutMs = 0;
  /** Since when cases are counted, and from when on the history is complete. */
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
      // A process moved it there and crashed before it wrote the feed's row: this one writes it.
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
    // Earlier decisions are not known, so earlier cases are not counted.
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
    // What a row already has, even as forgotten, must not be written again.
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
      // What came while another version polled that does not count by places is unknown.
      countedMs = isGap ? nowMs : Math.max(countedMs ?? 0, tail?.sinceMs ?? 0) || nowMs;
      const saidMs = tail?.putMs ?? 0;
      if (saidMs !== rowPutMs) isRead = false;
      // Another process moved what was waiting in the row. What was not there, it met by itself.
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
