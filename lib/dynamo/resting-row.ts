import * as z from 'zod/mini';
import { restingRow } from '../ledger/bridge-rows.ts';
import { type RestingMessage, restingPauseMs } from '../platform/queues/resting-messages.ts';
import { createVersionedReader } from '../platform/read-versioned.ts';
import { PACKED_ATTRIBUTE, packedValue } from './packed-value.ts';
import { number, type Row, text } from './row-values.ts';

export const RESTING_FORMAT = 1;

export interface KeptMessage extends Omit<RestingMessage, 'id'> {
  readonly id: string;
  readonly nextAtMs: number;
  /** The further parts of the body, each in a row of its own. */
  readonly parts: number;
  readonly ended?: boolean | undefined;
}

/** Whoever adds a row says when: what is no date must not stop those who read it. */
const moment = z.number().check(z.gte(0), z.lte(8.64e15 - restingRow.keptMs));

export const readKept = createVersionedReader<KeptMessage>(
  'a message that rests',
  RESTING_FORMAT,
  z.object({
    id: z.string(),
    queue: z.string(),
    group: z.nullable(z.string()),
    body: z.string(),
    reason: z.string(),
    sinceMs: moment,
    attempts: z.number(),
    nextAtMs: moment,
    parts: z.number(),
    ended: z.optional(z.boolean()),
  }),
);

export const iso = (ms: number): string => new Date(ms).toISOString();

type NewMessage = Pick<RestingMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>;

export const newKept = (message: NewMessage, nowMs: number): KeptMessage => ({
  ...message,
  parts: 0,
  sinceMs: nowMs,
  attempts: 0,
  nextAtMs: nowMs + restingPauseMs(0),
});

const MAX_BYTES = 300_000;

/** The row of a message that nobody has put to rest before. Packed, a click is one unit and not two. */
export function newRestingRow(message: NewMessage, nowMs: number): Row {
  const kept = newKept(message, nowMs);
  const { pk, sk } = restingRow.key(kept.queue, kept.id);
  const { value, packed } = packedValue({ v: RESTING_FORMAT, ...kept }, MAX_BYTES, 'a message that rests');
  return {
    pk: text(pk),
    sk: text(sk),
    version: number(1),
    value,
    [PACKED_ATTRIBUTE]: packed,
    expiresAtSeconds: number(Math.ceil((nowMs + restingRow.keptMs) / 1000)),
    todo: text(restingRow.list(kept.queue)),
    todoAt: text(iso(kept.nextAtMs)),
  };
}
