/** The server's time, separate from real time. */
export type Clock = {
  /** Epoch milliseconds as shown in answers: real (or fixed) time plus the offset. */
  now(): number;
  /** Real time: rate limits, delays and late visibility do not jump with the offset. */
  elapsedMs(): number;
  offsetMs(): number;
  setOffsetMs(offsetMs: number): void;
};

export const createClock = (options: {
  real: () => number;
  /** If set, the clock stands still and moves only by its offset. */
  fixedNowMs?: number | undefined;
  offsetMs: number;
}): Clock => {
  const { real, fixedNowMs } = options;
  let { offsetMs } = options;
  return {
    now: () => (fixedNowMs ?? real()) + offsetMs,
    elapsedMs: real,
    offsetMs: () => offsetMs,
    setOffsetMs: (next) => {
      offsetMs = next;
    },
  };
};
