/** Time as the bill drives it. While installed, `Date` shows it, which queues, stand-ins and signatures all use. */
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
    /** Never goes back. */
    moveTo(atMs: number): void {
      nowMs = Math.max(nowMs, Math.ceil(atMs));
    },
    remove(): void {
      globalThis.Date = real;
    },
  };
}

export type DrivenClock = ReturnType<typeof installDrivenClock>;
