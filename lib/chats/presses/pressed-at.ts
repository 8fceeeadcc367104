import { HOUR_MS } from '../../platform/time.ts';

/**
 * When something was pressed: the chat says it, and says the same when it sends the press again. Chats send again for some
 * minutes. What is further off is no moment of a press, and it counts when it came.
 */
export const pressedAtMs = (saidMs: number | null, nowMs: number): number =>
  saidMs !== null && saidMs <= nowMs && saidMs > nowMs - HOUR_MS ? saidMs : nowMs;
