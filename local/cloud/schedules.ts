import { TemplateError } from './template-error.ts';

export interface ScheduleSettings {
  readonly logicalId: string;
  readonly expression: string;
  /** How many times faster than real time. */
  readonly speed: number;
  /** Fires only by hand. */
  readonly isDriven?: boolean;
}

export interface Schedule {
  readonly logicalId: string;
  readonly everyMs: number;
  /** Fires, and waits until everything it started has ended. */
  fire(scheduledAt: Date): Promise<void>;
  stop(): void;
}

/** `setTimeout` accepts no more. */
const LONGEST_WAIT_MS = 2_000_000_000;

/**
 * Fires at once, and then at the rate of the expression. Faster than real time, a firing is skipped while the last one
 * still runs: functions do not run faster, and would pile up.
 */
export function startSchedule(
  { logicalId, expression, speed, isDriven = false }: ScheduleSettings,
  fire: (scheduledAt: Date) => Promise<void>,
): Schedule {
  const everyMs = readRate(logicalId, expression);
  if (isDriven) return { logicalId, everyMs, fire, stop: () => {} };
  const startedAt = Date.now();
  const virtual = () => startedAt + (Date.now() - startedAt) * speed;
  let timer: NodeJS.Timeout | undefined;
  let running = 0;

  function firing(at: number): void {
    if (speed > 1 && running > 0) return;
    running++;
    void fire(new Date(at)).finally(() => running--);
  }
  function wait(at: number): void {
    const leftMs = (at - virtual()) / speed;
    timer = setTimeout(
      () => {
        if (leftMs > LONGEST_WAIT_MS) return wait(at);
        firing(at);
        wait(at + everyMs);
      },
      Math.min(Math.max(0, leftMs), LONGEST_WAIT_MS),
    );
  }
  const first = virtual();
  firing(first);
  wait(first + everyMs);
  return { logicalId, everyMs, fire, stop: () => clearTimeout(timer) };
}

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The milliseconds of `rate(5 minutes)`. The stack has no other schedules. */
export function readRate(logicalId: string, expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const everyMs = Number(count) * (UNITS[unit] ?? 0);
  if (everyMs > 0) return everyMs;
  throw new TemplateError(logicalId, `the schedule ${expression} is not understood here`);
}
