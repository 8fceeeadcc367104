import { readScheduleExpression, type ScheduleTimes } from './schedule-expression.ts';
import { TemplateError } from './template-error.ts';

export interface ScheduleSettings {
  readonly logicalId: string;
  readonly expression: string;
  /** How many times faster than the clock. */
  readonly speed: number;
}

export interface Schedule {
  stop(): void;
}

/** `setTimeout` takes no more. */
const LONGEST_WAIT_MS = 2_000_000_000;

/**
 * Fires at the times of the expression. Faster than the clock, a firing is left out while the last one still runs:
 * a function does not run faster, and would pile up.
 */
export function startSchedule(
  { logicalId, expression, speed }: ScheduleSettings,
  fire: (scheduledAt: Date) => Promise<void>,
): Schedule {
  const times = readTimes(logicalId, expression);
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
        wait(times.next(at));
      },
      Math.min(Math.max(0, leftMs), LONGEST_WAIT_MS),
    );
  }
  const first = virtual();
  if (times.atOnce) firing(first);
  wait(times.next(first));
  return { stop: () => clearTimeout(timer) };
}

function readTimes(logicalId: string, expression: string): ScheduleTimes {
  try {
    return readScheduleExpression(expression);
  } catch (problem) {
    throw new TemplateError(logicalId, (problem as Error).message);
  }
}
