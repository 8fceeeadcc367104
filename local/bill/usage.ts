import type { MeteredCall } from '../cloud/meter/call-meter.ts';
import { ASSUMED } from './assumptions.ts';

/** Everything that has a price, and how much of it was used. */
export const PARTS = [
  'lambdaRequests',
  'lambdaGbSeconds',
  'tableWrites',
  'tableReads',
  'queueRequestsStandard',
  'queueRequestsFifo',
  'metrics',
  'alarmMetrics',
  'compositeAlarms',
  'dashboards',
  'logsTaken',
  'logsKept',
  'schedules',
  'apiRequests',
  'keys',
  'keyRequests',
  'secrets',
  'secretRequests',
  'bucketWrites',
  'bucketReads',
  'notices',
] as const;
export type PartName = (typeof PARTS)[number];

/** One line of a breakdown: how much of what, and what it is for. */
export interface Used {
  readonly part: PartName;
  /** `poll`, `event sources`, `todo index`: shows where a change made it more expensive. */
  readonly of: string;
  readonly amount: number;
}

/** Writes of one kind of row by one function. */
export interface WrittenRows {
  readonly by: string;
  readonly row: string;
  writes: number;
  refused: number;
  tableUnits: number;
  indexUnits: number;
  bytes: number;
}

/** Counts what is used, from one moment on. */
export function createTally() {
  const used = new Map<string, { part: PartName; of: string; amount: number }>();
  const rows = new Map<string, WrittenRows>();

  function add(part: PartName, of: string, amount: number): void {
    const name = `${part} ${of}`;
    const line = used.get(name) ?? { part, of, amount: 0 };
    line.amount += amount;
    used.set(name, line);
  }

  function addRows({ caller, rows: touched }: MeteredCall, by: string): void {
    for (const { does, row, bytes, tableUnits, indexUnits, refused } of touched) {
      add(does === 'write' ? 'tableWrites' : 'tableReads', `${by}, ${row}`, tableUnits + indexUnits);
      if (does === 'read') continue;
      const name = `${caller} ${row}`;
      const line = rows.get(name) ?? {
        ...{ by, row, writes: 0, refused: 0 },
        ...{ tableUnits: 0, indexUnits: 0, bytes: 0 },
      };
      line.writes++;
      line.refused += refused ? 1 : 0;
      line.tableUnits += tableUnits;
      line.indexUnits += indexUnits;
      line.bytes = Math.max(line.bytes, bytes);
      rows.set(name, line);
    }
  }

  return {
    add,
    addRows,
    used: (): Used[] => [...used.values()].map((line) => ({ ...line })),
    rows: (): WrittenRows[] => [...rows.values()].map((line) => ({ ...line })),
  };
}

export type Tally = ReturnType<typeof createTally>;

export interface Usage {
  readonly used: readonly Used[];
  readonly rows: readonly WrittenRows[];
}

export const queueRequests = (bytes: number): number =>
  Math.max(1, Math.ceil(bytes / ASSUMED.queueRequestBytes));

/** Multiplied by a factor. */
export const times = (used: readonly Used[], factor: number): Used[] =>
  used.map((line) => ({ ...line, amount: line.amount * factor }));

/** All of these together, each line once. */
export function together(...lists: readonly (readonly Used[])[]): Used[] {
  const tally = createTally();
  for (const { part, of, amount } of lists.flat()) tally.add(part, of, amount);
  return tally.used().filter(({ amount }) => Math.abs(amount) > 1e-12);
}
