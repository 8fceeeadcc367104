import { z } from 'zod';

export const LONGEST_DELAY_MS = 600_000;

export const Fault = z
  .strictObject({
    /** A Web API method, `response_url`, or nothing for all of them. */
    method: z.string().min(1).optional(),
    kind: z.enum(['down', 'slow', 'drop-after', 'error', 'ratelimited']),
    /** With `down`: this status instead of a connection that breaks. */
    status: z.int().min(500).max(599).optional(),
    /** With `slow`, or before any of the others. */
    delay_ms: z.int().min(0).max(LONGEST_DELAY_MS).optional(),
    error: z.string().min(1).optional(),
    retry_after: z.int().min(0).optional(),
    /** Until it is cleared, when left out. */
    times: z.int().min(1).optional(),
  })
  .refine(
    (fault) => fault.kind !== 'error' || fault.error !== undefined,
    'a fault of kind error needs an error',
  )
  .refine((fault) => fault.kind !== 'slow' || fault.delay_ms !== undefined, 'a slow fault needs delay_ms');
export type Fault = z.infer<typeof Fault>;

export type PlannedFault = Fault & { readonly fault_id: number; used: number };

export const createFaultBook = () => {
  let planned: PlannedFault[] = [];
  let lastId = 0;
  return {
    plan: (fault: Fault): number => {
      lastId += 1;
      planned.push({ ...Fault.parse(fault), fault_id: lastId, used: 0 });
      return lastId;
    },
    list: (): PlannedFault[] => planned.map((fault) => ({ ...fault })),
    clear: (faultId?: number): void => {
      planned = faultId === undefined ? [] : planned.filter((fault) => fault.fault_id !== faultId);
    },
    /** The first one that strikes this call. */
    next: (method: string): Fault | undefined => {
      const fault = planned.find(
        (candidate) =>
          (candidate.method === undefined || candidate.method === method) &&
          (candidate.times === undefined || candidate.used < candidate.times),
      );
      if (fault !== undefined) fault.used += 1;
      return fault;
    },
  };
};

export type FaultBook = ReturnType<typeof createFaultBook>;
