import type { PastCase, PastOutcome } from '../../../lib/case/past-entry.ts';
import type {
  OutcomeNotes,
  PastLedger,
  PastRange,
  PastRows,
} from '../../../lib/features/history/past-ledger.ts';

interface Written<Entry> {
  readonly domain: string;
  readonly atMs: number;
  readonly entries: readonly Entry[];
}

const HOUR_MS = 3_600_000;
const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Both without a database. */
export function createMemoryPast(): PastLedger & OutcomeNotes {
  const cases: Written<PastCase>[] = [];
  const outcomes: Written<PastOutcome>[] = [];

  function read<Entry>(
    rows: readonly Written<Entry>[],
    domain: string,
    { fromMs, mostRows }: PastRange,
  ): PastRows<Entry> {
    const found = rows
      .filter((row) => row.domain === domain && hourOf(row.atMs) >= hourOf(fromMs))
      .toSorted((a, b) => b.atMs - a.atMs)
      .slice(0, mostRows);
    const oldest = found.at(-1);
    const cutAtMs = found.length >= mostRows && oldest ? hourOf(oldest.atMs) : null;
    return { entries: found.flatMap(({ entries }) => entries), cutAtMs };
  }

  return {
    async addCases(domain, entries, atMs) {
      if (entries.length > 0) cases.push({ domain, atMs, entries: [...entries] });
    },
    cases: async (domain, range) => read(cases, domain, range),
    outcomes: async (domain, range) => read(outcomes, domain, range),
    async note(domain, outcome, atMs) {
      outcomes.push({ domain, atMs, entries: [outcome] });
    },
  };
}
