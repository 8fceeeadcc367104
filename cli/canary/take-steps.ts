import type { Clock } from '../../lib/base/clock.ts';
import type { Pressed } from '../../lib/features/canary/send-press.ts';
import { STAGES, type Stage, type stageOf } from '../../lib/features/canary/stage-of.ts';

export interface Step {
  readonly step: Stage;
  /** How long it took after the one before. */
  readonly ms: number;
}

export interface StepParts {
  /** The stages that apply, in order. */
  readonly stages: readonly Stage[];
  readonly handOver: () => Promise<void>;
  readonly press: () => Promise<Pressed>;
  /** The stage that is being waited for, according to the ledger. */
  readonly look: () => Promise<ReturnType<typeof stageOf>>;
  readonly clock: Clock;
}

export interface Steps {
  readonly steps: readonly Step[];
  readonly stopped: { readonly at: Stage; readonly why: string | null } | null;
}

const LOOK_EVERY_MS = 250;
/** For each step. If a wake-up was lost, the reconciler wakes the notifier within a minute: slow, but it works. */
export const STEP_PATIENCE_MS = 90_000;
/** A person waits for the answer to a press; a press that is not accepted at once is retried for this long. */
const PRESS_PATIENCE_MS = 10_000;
const PRESS_EVERY_MS = 2_000;

/** Follows a canary: does what the bridge does not, waits for what it does, and measures the times. */
export async function takeSteps({ stages, handOver, press, look, clock }: StepParts): Promise<Steps> {
  const steps: Step[] = [];
  for (const step of stages) {
    const sinceMs = clock.now();
    const why = await take(step, sinceMs + STEP_PATIENCE_MS);
    if (why !== undefined) return { steps, stopped: { at: step, why } };
    steps.push({ step, ms: clock.now() - sinceMs });
  }
  return { steps, stopped: null };

  /** Undefined once it is done; otherwise why not, if known. */
  async function take(step: Stage, untilMs: number): Promise<string | null | undefined> {
    if (step === 'hand-over')
      return handOver().then(
        () => undefined,
        (error: unknown) => String(error instanceof Error ? error.message : error),
      );
    if (step === 'press') return pressUntil(clock.now() + PRESS_PATIENCE_MS);
    for (;;) {
      const waitsFor = await look();
      if (waitsFor === 'lost') return 'the chat refuses to show it';
      if (waitsFor === 'back' || STAGES.indexOf(waitsFor) > STAGES.indexOf(step)) return undefined;
      if (clock.now() >= untilMs) return null;
      await clock.sleep(LOOK_EVERY_MS);
    }
  }

  async function pressUntil(giveUpMs: number): Promise<string | undefined> {
    for (;;) {
      const pressed = await press();
      if (pressed.is === 'taken') return undefined;
      if (clock.now() >= giveUpMs) return pressed.why;
      await clock.sleep(PRESS_EVERY_MS);
    }
  }
}
