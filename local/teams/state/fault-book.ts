import { z } from 'zod';

export const LONGEST_DELAY_MS = 600_000;

export const OPERATIONS = [
  'token',
  'openid',
  'keys',
  'createConversation',
  'sendActivity',
  'replyToActivity',
  'updateActivity',
  'getMembers',
  'getMember',
  'workflow',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const Fault = z
  .strictObject({
    /** All of them, when left out. */
    operation: z.enum(OPERATIONS).optional(),
    kind: z.enum(['down', 'slow', 'drop-after', 'error', 'ratelimited']),
    /** With `error`, which needs it; with `down` instead of a connection that breaks. */
    status: z.int().min(400).max(599).optional(),
    /** With `error`: the code in the body. */
    code: z.string().min(1).optional(),
    /** With `slow`, or before any of the others. */
    delay_ms: z.int().min(0).max(LONGEST_DELAY_MS).optional(),
    retry_after: z.int().min(0).optional(),
    /** Until it is cleared, when left out. */
    times: z.int().min(1).optional(),
  })
  .refine((fault) => fault.kind !== 'error' || fault.status !== undefined, 'an error fault needs a status')
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
    next: (operation: Operation): Fault | undefined => {
      const fault = planned.find(
        (candidate) =>
          (candidate.operation === undefined || candidate.operation === operation) &&
          (candidate.times === undefined || candidate.used < candidate.times),
      );
      if (fault !== undefined) fault.used += 1;
      return fault;
    },
  };
};

export type FaultBook = ReturnType<typeof createFaultBook>;
