import { z } from 'zod';

export const LONGEST_DELAY_MS = 600_000;

/** What a fault of either chat may specify; each chat adds which calls it affects. */
export const CHAT_FAULT = {
  kind: z.enum(['down', 'slow', 'drop-after', 'error', 'ratelimited']),
  /** With `slow`, or before any of the others. */
  delay_ms: z.int().min(0).max(LONGEST_DELAY_MS, `a delay lasts at most ${LONGEST_DELAY_MS} ms`).optional(),
  retry_after: z.int().min(0).optional(),
  /** Until it is cleared, if absent. */
  times: z.int().min(1).optional(),
};

type Limited = { readonly times?: number | undefined };
export type PlannedFault<Fault> = Fault & { readonly fault_id: number; used: number };

/** The planned faults; `strikes` says whether one of them affects a call. */
export const createFaultBook = <Fault extends Limited, Call>(
  schema: z.ZodType<Fault>,
  strikes: (fault: Fault, call: Call) => boolean,
) => {
  let planned: PlannedFault<Fault>[] = [];
  let lastId = 0;
  return {
    plan: (fault: Fault): number => {
      lastId += 1;
      planned.push({ ...schema.parse(fault), fault_id: lastId, used: 0 });
      return lastId;
    },
    list: (): PlannedFault<Fault>[] => planned.map((fault) => ({ ...fault })),
    clear: (faultId?: number): void => {
      planned = faultId === undefined ? [] : planned.filter((fault) => fault.fault_id !== faultId);
    },
    /** The first one that affects this call. */
    next: (call: Call): Fault | undefined => {
      const fault = planned.find(
        (candidate) => candidate.used < (candidate.times ?? Infinity) && strikes(candidate, call),
      );
      if (fault !== undefined) fault.used += 1;
      return fault;
    },
  };
};

export type FaultBook<Fault, Call> = {
  plan(fault: Fault): number;
  list(): PlannedFault<Fault>[];
  clear(faultId?: number): void;
  next(call: Call): Fault | undefined;
};
