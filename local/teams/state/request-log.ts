import type { Operation } from './fault-book.ts';

export type RequestRecord = {
  readonly operation: Operation;
  readonly at: number;
  /** Undefined when the connection broke before anything was done. */
  readonly status?: number;
  readonly ok: boolean;
  readonly error?: string;
  readonly conversation?: string;
  readonly activityId?: string;
  /** The work was done but nobody was told. */
  readonly lost?: boolean;
};

export const createRequestLog = () => {
  const records: RequestRecord[] = [];
  return {
    add: (record: RequestRecord): void => {
      records.push(record);
    },
    all: (): readonly RequestRecord[] => [...records],
    count: (operation: Operation): number =>
      records.filter((record) => record.operation === operation).length,
    clear: (): void => {
      records.length = 0;
    },
  };
};

export type RequestLog = ReturnType<typeof createRequestLog>;
