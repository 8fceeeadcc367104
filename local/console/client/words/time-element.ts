import { h, type VNode } from '../dom/node.ts';
import { fullMoment, sayMoment } from './moment.ts';

/** As people say it; to the second when one points at it or tabs to it. */
export const timeElement = (atMs: number, nowMs: number, { focusable = true } = {}): VNode =>
  h(
    'time',
    {
      class: 'moment',
      datetime: new Date(atMs).toISOString(),
      'data-full': fullMoment(atMs),
      ...(focusable ? { tabindex: 0, 'aria-label': `${sayMoment(atMs, nowMs)}, ${fullMoment(atMs)}` } : {}),
      ...(focusable ? { role: 'note' } : {}),
    },
    sayMoment(atMs, nowMs),
  );
