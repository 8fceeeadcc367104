import { z } from 'zod';
import { CHAT_FAULT } from '../stand-in-kit/fault-book.ts';

export const Fault = z
  .strictObject({
    ...CHAT_FAULT,
    /** A Web API method, `response_url`, or absent for all of them. */
    method: z.string().min(1).optional(),
    /** With `down`: this status instead of a broken connection. */
    status: z.int().min(500).max(599).optional(),
    error: z.string().min(1).optional(),
  })
  .refine(
    (fault) => fault.kind !== 'error' || fault.error !== undefined,
    'a fault of kind error needs an error',
  )
  .refine((fault) => fault.kind !== 'slow' || fault.delay_ms !== undefined, 'a slow fault needs delay_ms');
export type Fault = z.infer<typeof Fault>;
