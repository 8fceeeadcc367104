import { readTimestamp } from '../../posture/schemas/timestamp.ts';

/** A date that is only shown. Null for none, for what is no date, and for the year 1 that some servers write for none. */
export function readMoment(text: string | null | undefined): number | null {
  const ms = text ? readTimestamp(text) : null;
  return ms !== null && ms > 0 ? ms : null;
}
