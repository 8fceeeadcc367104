import { HOUR_MS } from '../../base/time.ts';

/**
 * When something was pressed, as the chat says it; a repeat of the press has the same time. Chats repeat a press for some
 * minutes. A time that is further off is wrong, and then the press counts from when it arrived.
 */
export const pressedAtMs = (saidMs: number | null, nowMs: number): number =>
  saidMs !== null && saidMs <= nowMs && saidMs > nowMs - HOUR_MS ? saidMs : nowMs;
