/** Time as the bill drives it. While it stands, `Date` shows it: queues, stand-ins and signatures all ask that. */
export function installDrivenClock(startMs: number) {
  const real = globalThis.Date;
  let nowMs = startMs;
  class DrivenDate extends real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [nowMs] : given) as []));
    }
    static override now(): number {
      return nowMs;
    }
  }
  globalThis.Date = DrivenDate as DateConstructor;
  return {
    now: () => nowMs,
    /** Never back. */
    moveTo(atMs: number): void {
      nowMs = Math.max(nowMs, Math.ceil(atMs));
    },
    remove(): void {
      globalThis.Date = real;
    },
  };
}

export type DrivenClock = ReturnType<typeof installDrivenClock>;
