import type { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { MOST_LATE_MS } from '../../lib/feed/poll-handler.ts';
import { readTick } from '../../lib/feed/tick.ts';
import type { TickTrouble } from './scenario.ts';
import type { Process } from './virtual-time.ts';

export const TICK_QUEUE = 'ticks';
/** As the stack has it. */
const RETENTION_MS = 180_000;
const MOST_AT_ONCE = 2;
/** How often SQS offers again what no function was free for. */
const AGAIN_MS = 1_000;

export interface Run {
  readonly process: Process;
  readonly by: 'schedule' | 'tick';
  /** By the process's own clock, what the newest tick asks for. */
  readonly dueAtMs?: number | undefined;
}

interface GoodLook {
  readonly begunAtMs: number;
  /** By the process's own clock: when it began, and what asked for it by then has had it. */
  readonly begunByClockMs: number;
  readonly upToMs: number;
}

export interface ModelTicksParts {
  readonly trouble: TickTrouble;
  readonly now: () => number;
  readonly random: () => number;
  readonly isTroubled: () => boolean;
  readonly schedule: (atMs: number, run: () => void) => void;
  /** Starts a function that is free; false when none is. */
  readonly start: (bodies: readonly string[]) => boolean;
  readonly wrong: (line: string) => void;
}

/** The queue of ticks, which loses, repeats and delays them, and what must be true of every look that they lead to. */
export class ModelTicks {
  sent = 0;
  started = 0;
  atOnce = 0;
  readonly #parts: ModelTicksParts;
  #purges = 0;
  readonly #good = new Map<Process, GoodLook>();

  constructor(parts: ModelTicksParts) {
    this.#parts = parts;
  }

  take({ input }: SendMessageBatchCommand, run: Run | undefined): object {
    const { now, random, isTroubled, schedule, wrong } = this.#parts;
    const { lost, repeated, lateMs } = this.#parts.trouble;
    const chance = (percent: number) => isTroubled() && random() * 100 < percent;
    const isLoop = run?.by !== 'schedule';
    if (isLoop) wrong(`${run?.process.name} sends ticks though a tick has started it`);
    // As Lambda does: it would never end.
    for (const { MessageBody = '', DelaySeconds = 0 } of isLoop ? [] : (input.Entries ?? [])) {
      this.sent++;
      const purges = this.#purges;
      const deliver = (retainedUntilMs: number) => () => {
        if (purges === this.#purges) this.#offer(MessageBody, retainedUntilMs);
      };
      const copies = chance(lost) ? 0 : chance(repeated) ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        const late = isTroubled() ? random() * lateMs : random() * 200;
        schedule(now() + DelaySeconds * 1000 + late, deliver(now() + RETENTION_MS));
      }
    }
    return { Successful: (input.Entries ?? []).map(({ Id }) => ({ Id })), Failed: [] };
  }

  purge(): void {
    this.#purges++;
  }

  #offer(body: string, retainedUntilMs: number): void {
    const { now, schedule, start } = this.#parts;
    if (now() > retainedUntilMs) return;
    if (this.atOnce < MOST_AT_ONCE && start([body])) this.started++;
    else schedule(now() + AGAIN_MS, () => this.#offer(body, retainedUntilMs));
  }

  /** A look begins. What has to be said of it in the end. */
  look({ process, by, dueAtMs }: Run, clockMs: number, askedForMs: number) {
    const { now, wrong, trouble } = this.#parts;
    const begunAtMs = now();
    if (by === 'tick' && dueAtMs !== undefined && clockMs - dueAtMs > MOST_LATE_MS)
      wrong(`${process.name} looks for a tick that is ${Math.round((clockMs - dueAtMs) / 1000)} s late`);
    const before = this.#good.get(process);
    const agoMs = clockMs - (before?.begunByClockMs ?? 0);
    if (before && before.upToMs >= askedForMs && agoMs >= 0 && agoMs < trouble.everyMs)
      wrong(`${process.name} looks again for what it has looked for`);
    this.#good.delete(process);
    const look = { begunAtMs, begunByClockMs: clockMs, upToMs: Math.max(clockMs, askedForMs) };
    return { wasGood: () => void this.#good.set(process, look) };
  }

  /** A run of the schedule has ended well: somebody has looked, then or just before. */
  scheduleEnded(process: Process, startedAtMs: number, wasBehind: boolean): void {
    const look = this.#good.get(process);
    if (wasBehind || (look && look.begunAtMs > startedAtMs - this.#parts.trouble.everyMs)) return;
    this.#parts.wrong(`${process.name} was started by the schedule and did not look`);
  }
}

export const newestDue = (bodies: readonly string[]): number | undefined => {
  const due = bodies.flatMap((body) => {
    const read = readTick(body);
    return 'ok' in read ? [read.ok.dueAtMs] : [];
  });
  return due.length > 0 ? Math.max(...due) : undefined;
};
