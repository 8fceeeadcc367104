import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../base/time.ts';
import {
  type PastCase,
  type PastOutcome,
  readOutcomes,
  readSent,
  writeOutcomes,
  writeSent,
} from '../../case/past-entry.ts';
import { putAll } from '../../dynamo/dynamo-batches.ts';
import { type DynamoParts, queryRows } from '../../dynamo/dynamo-calls.ts';
import { createDynamoVersionedRows } from '../../dynamo/dynamo-versioned-rows.ts';
import { all } from '../../dynamo/expressions.ts';
import { json, number, type Row, readJson, readText, rowKey, text } from '../../dynamo/row-values.ts';
import { outcomeRow, pastRow } from '../../ledger/past-rows.ts';
import type { OutcomeNotes, PastLedger, PastRange, PastRows } from './past-ledger.ts';

/** In the value of a row of cases. */
const CASES_FORMAT = 1;
/** In the name of a row of outcomes, so that each version adds to a row of its own. */
const OUTCOMES_FORMAT = 1;
const MAX_BYTES = 300 * 1024;

/** `2026-11-16T09`: rows are named by the hour in which they were written, so that those since then are found. */
const hourOf = (ms: number): string => new Date(ms).toISOString().slice(0, 13);
const readHour = (sk: string): number => Date.parse(`${sk.slice(0, 13)}:00:00.000Z`);

const after = '#sk > :after';

export interface PastOptions {
  /** How long it is kept. */
  readonly keptMs: number;
}

/** Earlier cases in DynamoDB: rows that never change, each with many cases, in one partition for a domain. */
export function createDynamoPast(parts: DynamoParts, { keptMs }: PastOptions): PastLedger {
  async function read<Entry>(
    pk: string,
    { fromMs, mostRows }: PastRange,
    readRow: (row: Row) => ReadRow<Entry>,
  ): Promise<PastRows<Entry>> {
    const values = { ':pk': text(pk), ':after': text(hourOf(Math.max(0, fromMs))) };
    const condition = all('#pk = :pk', after);
    const rows = await queryRows(parts, { condition, values }, { ScanIndexForward: false }, mostRows);
    const hours = rows.map((row) => readHour(readText(row, 'sk') ?? ''));
    const found = rows.map(readRow);
    // A row of a newer version cannot be read, nor is it known what it replaces.
    const partly = hours.filter((_, at) => !found[at]?.isWhole).map((hour) => hour + HOUR_MS);
    const cuts = [...partly, ...(rows.length >= mostRows ? [hours.at(-1) ?? fromMs] : [])];
    return {
      entries: found.flatMap(({ entries }) => entries),
      cutAtMs: cuts.length > 0 ? Math.max(...cuts) : null,
    };
  }

  return {
    async addCases(domain, cases, nowMs) {
      if (cases.length === 0) return;
      const sent = writeSent(cases);
      // Equal lists have equal names and different lists have different ones, so no row is ever overwritten.
      const name = createHash('sha256').update(JSON.stringify(sent)).digest('base64url').slice(0, 12);
      await putAll(parts, [
        {
          ...rowKey(pastRow.key(domain, hourOf(nowMs), name)),
          version: number(1),
          value: json({ v: CASES_FORMAT, sent }, MAX_BYTES, 'a row of cases'),
          expiresAtSeconds: number(Math.ceil((nowMs + keptMs) / 1_000)),
        },
      ]);
    },
    cases: (domain, range) => read(pastRow.partition(domain), range, casesIn),
    outcomes: (domain, range) => read(outcomeRow.partition(domain), range, outcomesIn),
  };
}

/** One row for the decisions of an hour. */
export function createDynamoOutcomes(parts: DynamoParts, { keptMs }: PastOptions): OutcomeNotes {
  const rows = createDynamoVersionedRows(parts);
  return {
    async note(domain, outcome, nowMs) {
      await rows.change(outcomeRow.key(domain, hourOf(nowMs), OUTCOMES_FORMAT), (row) => {
        const noted = readOutcomes(String((row?.value as { decided?: string } | null)?.decided ?? ''));
        const same = noted.find(({ id }) => id === outcome.id);
        if (same && same.atSeconds >= outcome.atSeconds) return {};
        const decided = writeOutcomes([...noted.filter((one) => one !== same), outcome]);
        return { next: { value: { v: OUTCOMES_FORMAT, decided }, expiresAtMs: nowMs + keptMs } };
      });
    },
  };
}

interface ReadRow<Entry> {
  readonly entries: readonly Entry[];
  /** This version can read the whole row. */
  readonly isWhole: boolean;
}

interface PastValue {
  readonly v?: number;
  readonly sent?: unknown;
  readonly decided?: unknown;
}

function casesIn(row: Row): ReadRow<PastCase> {
  const { v, sent } = (readJson(row, 'value') ?? {}) as PastValue;
  const isWhole = v === CASES_FORMAT;
  return { entries: isWhole ? readSent(sent) : [], isWhole };
}

function outcomesIn(row: Row): ReadRow<PastOutcome> {
  if (!readText(row, 'sk')?.endsWith(`#${OUTCOMES_FORMAT}`)) return { entries: [], isWhole: false };
  const { decided } = (readJson(row, 'value') ?? {}) as PastValue;
  return { entries: readOutcomes(String(decided ?? '')), isWhole: true };
}
