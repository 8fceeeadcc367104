import { DAY_MS, MINUTE_MS } from '../base/time.ts';
import { sendOpsNotice } from '../routing/ops-notice.ts';
import type { NoticeParts } from './pause-notice.ts';
import { isWithin } from './plan-walks.ts';

/** From which difference on the operators are told about it, and how often. */
const LARGE_DIFFERENCE_MS = 5 * MINUTE_MS;
const CLOCK_NOTICE_MS = DAY_MS;

export const isClockNoticeDue = (aheadMs: number, apiNowMs: number, toldAtMs = 0): boolean =>
  Math.abs(aheadMs) >= LARGE_DIFFERENCE_MS && !isWithin(toldAtMs, apiNowMs, CLOCK_NOTICE_MS);

/** Tells the operators that our clock and the API's differ by much. Resolves to whether they know. */
export const createClockNotice =
  ({ feed: { domain }, ...parts }: NoticeParts) =>
  (aheadMs: number): Promise<boolean> => {
    const minutes = Math.round(Math.abs(aheadMs) / 60_000);
    // Both feeds of a domain see the same clock, and so do other processes: one notice, once a day.
    const day = Math.floor((parts.clock.now() - aheadMs) / DAY_MS);
    return sendOpsNotice(parts, {
      domain,
      id: `clock-${day}`,
      code: 'clock_difference',
      title: `${domain}: the API's clock and ours differ by ${minutes} minutes`,
      text: `The bridge's clock is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} the API's. New items still come, but times in messages may be off by that much. Check whose clock is wrong.`,
    });
  };
