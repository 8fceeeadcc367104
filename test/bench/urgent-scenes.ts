import { setTimeout as sleep } from 'node:timers/promises';
import type { PostureApiOptions } from '../../local/posture-api/server.ts';
import type { Arrival, UrgentWorld } from './urgent-world.ts';

export interface SceneOptions {
  /** One case instead of several, and for less time. */
  readonly quick: boolean;
  /** How many wait for the channel in `backlog`. */
  readonly items: number;
  readonly patienceMs: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

/** What stands before a critical case, and how long the case then takes. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  readonly api?: PostureApiOptions;
  play(world: UrgentWorld, options: SceneOptions): Promise<readonly (readonly Arrival[])[]>;
}

const EVENTS = 500;
const STORM_CASES = 200;
const POLL_MS = 5_000;

const lowEvents = (count: number) => Array.from({ length: count }, () => ({ severity: 'low' }));

/** Critical cases one after the other, each so long after the last was opened. */
async function timeSome(
  world: UrgentWorld,
  { patienceMs }: SceneOptions,
  pausesMs: readonly number[],
): Promise<Arrival[][]> {
  const timing: Promise<Arrival[]>[] = [];
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs);
    timing.push(world.time(patienceMs));
  }
  return Promise.all(timing);
}

const quiet: Scene = {
  name: 'quiet',
  title: 'in a quiet channel',
  async play(world, options) {
    const arrivals: Arrival[][] = [];
    // At any moment between two polls.
    for (let n = 0; n < (options.quick ? 2 : 8); n++) {
      await sleep(options.random() * POLL_MS);
      arrivals.push(await world.time(options.patienceMs));
    }
    return arrivals;
  },
};

const events: Scene = {
  name: 'events',
  title: `15 s behind a case of ${EVENTS} events`,
  async play(world, options) {
    await world.open({ events: lowEvents(EVENTS) });
    return timeSome(world, options, options.quick ? [15_000] : [15_000, 11_000, 12_000]);
  },
};

const backlog: Scene = {
  name: 'backlog',
  title: 'behind a backlog of items',
  // The poller hands over a long list the sooner: it goes on where it was, and not from the head again.
  api: { order: 'oldest-first' },
  async play(world, options) {
    const { items, say } = options;
    const startedMs = Date.now();
    const seconds = () => ((Date.now() - startedMs) / 1_000).toFixed(0);
    await world.raiseThreats(items);
    let toldMs = startedMs;
    // What was posted meanwhile does not wait any more.
    for (let waiting = 0; waiting < items - world.posted.length; waiting = world.handedOver()) {
      await sleep(100);
      if (Date.now() - toldMs < 30_000) continue;
      toldMs = Date.now();
      say(`${waiting} items handed over after ${seconds()} s`);
    }
    say(`${items} items handed over after ${seconds()} s, ${world.posted.length} messages posted since`);
    return timeSome(world, options, options.quick ? [0] : [0, 13_000, 12_000]);
  },
};

const storm: Scene = {
  name: 'storm',
  title: `with a storm of ${STORM_CASES} cases`,
  async play(world, options) {
    await world.open({ count: STORM_CASES, events: lowEvents(1) });
    return timeSome(world, options, [0]);
  },
};

const midStorm: Scene = {
  name: 'mid-storm',
  title: `a minute into a storm of ${STORM_CASES} cases`,
  async play(world, options) {
    await world.open({ count: STORM_CASES, events: lowEvents(1) });
    return timeSome(world, options, options.quick ? [60_000] : [60_000, 13_000, 12_000]);
  },
};

export const SCENES: readonly Scene[] = [quiet, events, storm, midStorm, backlog];
