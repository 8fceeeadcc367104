import * as z from 'zod/mini';
import { type QuarantinedMessage, quarantinePauseMs } from '../base/queues/quarantine.ts';
import { createVersionedReader } from '../base/read-versioned.ts';
import { quarantineRow } from '../ledger/bridge-rows.ts';
import { PACKED_ATTRIBUTE, packedValue } from './packed-value.ts';
import { number, type Row, text } from './row-values.ts';

export const QUARANTINE_FORMAT = 1;

export interface KeptMessage extends Omit<QuarantinedMessage, 'id'> {
  readonly id: string;
  readonly nextAtMs: number;
  /** The further parts of the body, each in a row of its own. */
  readonly parts: number;
  readonly ended?: boolean | undefined;
}

/** Times come from the function that added the row. One that is no date must not stop the reader. */
const moment = z.number().check(z.gte(0), z.lte(8.64e15 - quarantineRow.keptMs));

export const readKept = createVersionedReader<KeptMessage>(
  'a quarantined message',
  QUARANTINE_FORMAT,
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

type NewMessage = Pick<QuarantinedMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>;

export const newKept = (message: NewMessage, nowMs: number): KeptMessage => ({
  ...message,
  parts: 0,
  sinceMs: nowMs,
  attempts: 0,
  nextAtMs: nowMs + quarantinePauseMs(0),
});

const MAX_BYTES = 300_000;

/** The row of a message that is quarantined for the first time. Packed, a click is one unit and not two. */
export function newQuarantineRow(message: NewMessage, nowMs: number): Row {
  const kept = newKept(message, nowMs);
  const { pk, sk } = quarantineRow.key(kept.queue, kept.id);
  const { value, packed } = packedValue(
    { v: QUARANTINE_FORMAT, ...kept },
    MAX_BYTES,
    'a quarantined message',
  );
  return {
    pk: text(pk),
    sk: text(sk),
    version: number(1),
    value,
    [PACKED_ATTRIBUTE]: packed,
    expiresAtSeconds: number(Math.ceil((nowMs + quarantineRow.keptMs) / 1000)),
    todo: text(quarantineRow.list(kept.queue)),
    todoAt: text(iso(kept.nextAtMs)),
  };
}
