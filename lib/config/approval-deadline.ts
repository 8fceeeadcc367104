import { counted } from '../base/text/format.ts';

const HOURS = 24;

/** How long a second person may think about a decision or a mute. A decision that nobody approved by then fails, where people see it. */
export const APPROVE_WITHIN_MS = HOURS * 3_600_000;
/** `24 hours` */
export const APPROVE_WITHIN = counted(HOURS, 'hour');
