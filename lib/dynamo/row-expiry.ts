import { DAY_MS } from '../base/time.ts';

/** How long an answer and the audit trail are kept unless the configuration says otherwise, and how long an unfinished decision is kept in any case. */
export const KEPT_MS = 400 * DAY_MS;
/** Whole days are promised, and a day begins at different hours around the world. */
const SPARE_MS = 2 * DAY_MS;

/** When DynamoDB may delete a row of the audit trail, or an answer. */
export const expiryOf = (ms: number, keptMs: number): number => Math.floor((ms + keptMs + SPARE_MS) / 1000);
