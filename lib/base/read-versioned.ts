import * as z from 'zod/mini';
import { describeIssue } from './describe-issues.ts';

/** What a row or a message says; or, for the operators, why it is quarantined until a version understands it. */
export type Read<Value> = { readonly ok: Value } | { readonly unreadable: string };

/** A row that this version does not understand. It is not overwritten, and the message that led to it is quarantined. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly code = 'unreadable';
  readonly retryable = true;
}

const Versioned = z.looseObject({ v: z.number() });
const MAX_PROBLEMS = 3;

/**
 * Reads an object that some version of the bridge wrote as JSON: `v` states its format. Everything except `v` is passed
 * on as it was written, not as the schema reads it, so that fields of a newer version survive being written back.
 */
export function createVersionedReader<Value>(
  what: string,
  known: number,
  schema: z.ZodMiniType<unknown>,
): (input: unknown) => Read<Value> {
  return (input) => {
    const versioned = Versioned.safeParse(input);
    if (!versioned.success) return { unreadable: `${what} does not say its format` };
    const { v, ...value } = versioned.data;
    if (v > known) {
      return { unreadable: `${what} is in format ${v}, and this version of the bridge reads up to ${known}` };
    }
    const read = schema.safeParse(input);
    if (read.success) return { ok: value as Value };
    const problems = read.error.issues.slice(0, MAX_PROBLEMS).map((issue) => describeIssue(issue, input));
    return { unreadable: `${what} cannot be read: ${problems.join('; ')}` };
  };
}

/** The value, or throws a UnreadableError. */
export function understood<Value>(read: Read<Value>): Value {
  if ('unreadable' in read) throw new UnreadableError(read.unreadable);
  return read.ok;
}

/** A row that only a newer version understands is left to that version. Any other error is thrown. */
export function leaveToNewer(error: unknown): null {
  if (error instanceof UnreadableError) return null;
  throw error;
}
