import { type Grade, gradeOf } from './grade.ts';
import type { Scenario } from './scenario.ts';
import { type Served, serve } from './serve.ts';
import { createStage, type Pace, type Stage } from './stage.ts';

/** A minute takes two seconds, and a day has twenty of them. Nothing sweeps later, so that less calm is enough. */
export const LIVE: Pace = { minuteMs: 2_000, day: 20, calmAfter: 8 };

/** Its clock is that of this machine, so that nobody can put it ahead. */
export const isPlayedLive = ({ pollerAhead }: Scenario): boolean => pollerAhead === undefined;

export interface LiveHooks {
  /** The list can be polled. */
  readonly opened: (urlFor: Served['urlFor']) => void;
  /** The process of a slot is to end in the middle of what it does, and to be started again. */
  readonly killed: (slot: number) => void;
  readonly paused?: () => void;
  readonly resumed?: () => void;
}

/** Serves a scenario in real time, to a poller that nobody can drive, and grades it. Time begins with its first request. */
export async function gradeLive(
  scenario: Scenario,
  { seed, pace, firstWithinMs }: { seed: number; pace: Pace; firstWithinMs?: number },
  { opened, killed, paused = () => undefined, resumed = () => undefined }: LiveHooks,
): Promise<Grade> {
  let stage: Stage | null = null;
  let begin: (stage: Stage) => void = () => undefined;
  const timers: NodeJS.Timeout[] = [];
  const begun = new Promise<Stage>((resolve, reject) => {
    begin = resolve;
    const never = () => reject(new Error(`the poller has made no request in ${firstWithinMs} ms`));
    if (firstWithinMs !== undefined) timers.push(setTimeout(never, firstWithinMs));
  });
  const served = await serve(() => {
    stage ??= createStage(scenario, seed, pace, Date.now);
    begin(stage);
    return stage;
  }, killed);
  try {
    opened(served.urlFor);
    const playing = await begun;
    const at = (minutes: number, run: () => void) =>
      timers.push(setTimeout(run, playing.startMs + minutes * pace.minuteMs - Date.now()));
    for (const one of playing.happenings) {
      at(one.at, () => playing.happen(one));
      if (one.what !== 'pause') continue;
      at(one.at, paused);
      at(one.at + one.for, resumed);
    }
    await new Promise<void>((resolve) => at(playing.endsAt, resolve));
    return gradeOf(playing);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    served.close();
  }
}
