import { jsonLine, print } from './terminal.ts';

/** One line of JSON per event. Fields hold counts, names and codes: no bodies, no secrets. */
export type Log = (event: string, fields?: Readonly<Record<string, unknown>>) => void;

export const createLog =
  (write: (line: string) => void = print): Log =>
  (event, fields = {}) =>
    write(jsonLine({ event, ...fields }));
