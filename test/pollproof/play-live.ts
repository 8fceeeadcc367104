import type { Grade } from './grade.ts';
import { gradeLive, LIVE } from './grade-live.ts';
import type { Scenario } from './scenario.ts';
import type { Pace } from './stage.ts';

/** A program that polls by its own clock. */
export interface LivePoller {
  readonly name: string;
  readonly says: string;
  /** Starts a process of it. What a process leaves behind for the next one is in `folder`. */
  start(given: StartedWith): { kill(): Promise<void> };
}
export interface StartedWith {
  readonly url: string;
  readonly feed: string;
  readonly folder: string;
  readonly everyMs: number;
}

/** From its start to its first request. */
const FIRST_MS = 60_000;

/** Plays a scenario with such a program: starts it, kills it and starts it again. */
export async function playLive(
  poller: LivePoller,
  scenario: Scenario,
  { seed, folder, pace = LIVE }: { seed: number; folder: (slot: number) => string; pace?: Pace },
): Promise<Grade> {
  const slots = Array.from({ length: scenario.pollers ?? 1 }, (_, slot) => slot);
  const running = new Map<number, ReturnType<LivePoller['start']>>();
  let start: (slot: number) => void = () => undefined;
  let isStopped = false;
  async function stop(slot: number): Promise<void> {
    const one = running.get(slot);
    running.delete(slot);
    await one?.kill();
  }
  function startAll(): void {
    isStopped = false;
    for (const slot of slots) start(slot);
  }
  async function stopAll(): Promise<void> {
    isStopped = true;
    await Promise.all(slots.map(stop));
  }
  try {
    return await gradeLive(
      scenario,
      { seed, pace, firstWithinMs: FIRST_MS },
      {
        opened(urlFor) {
          start = (slot) => {
            const feed = scenario.feed ?? 'cases';
            const given = { url: urlFor(slot), feed, folder: folder(slot), everyMs: pace.minuteMs };
            if (!isStopped) running.set(slot, poller.start(given));
          };
          startAll();
        },
        killed: (slot) => void stop(slot).then(() => start(slot)),
        paused: () => void stopAll(),
        resumed: startAll,
      },
    );
  } finally {
    await stopAll();
  }
}
