export type RequestRecord = {
  readonly method: string;
  readonly at: number;
  readonly ok: boolean;
  readonly error?: string;
  readonly channel?: string;
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
    clear: (): void => {
      records.length = 0;
    },
  };
};

export type RequestLog = ReturnType<typeof createRequestLog>;
