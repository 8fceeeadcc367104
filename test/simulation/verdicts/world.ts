import type { Clock } from '../../../lib/platform/clock.ts';
import { createRandom } from '../../support/random.ts';
import { FakeDynamo } from '../fake-dynamo.ts';
import { never, type Process, VirtualTime } from '../virtual-time.ts';
import { type Closing, type History, TROUBLED_MS } from './history.ts';

export const START = Date.UTC(2026, 10, 15, 9);

export interface Instance extends Process {
  readonly clock: Clock;
  /** Counts what it was called for. Between two of these it is frozen, and what it left under way is lost. */
  turn: number;
}

/** Time, chance and trouble: what every part of a history shares. */
export type World = ReturnType<typeof createWorld>;

/** Of the calls so many take seconds, while there is trouble. */
const SLOW_SHARE = 0.04;

export function createWorld(history: History, tell: boolean, slowShare = SLOW_SHARE) {
  const time = new VirtualTime(START);
  const random = createRandom(history.seed);
  const story: string[] = [];
  const wrong: string[] = [];
  const counts: Record<string, number> = { calls: 0, crashes: 0, faults: 0 };
  const crashes = new Map(history.crashes.map(({ atCall, when }) => [atCall, when]));
  let instances = 0;

  const isTroubled = () => time.nowMs < START + TROUBLED_MS;
  const chance = (percent: number) => percent > 0 && random() * 100 < percent;
  const say = (line: () => string) => {
    if (tell) story.push(`${((time.nowMs - START) / 1000).toFixed(2).padStart(9)} s  ${line()}`);
  };
  const count = (what: string, by = 1) => {
    counts[what] = (counts[what] ?? 0) + by;
  };

  function createInstance(kind: string): Instance {
    const process = { name: `${kind}-${++instances}`, alive: true };
    const skewMs = Math.round((random() * 2 - 1) * history.skewMs);
    const clock = { now: () => time.nowMs + skewMs, sleep: (ms: number) => time.delay(ms, process) };
    return Object.assign(process, { clock, turn: 0 });
  }

  function die(process: Process, where: string): Promise<never> {
    if (process.alive) count('crashes');
    process.alive = false;
    say(() => `${process.name} dies ${where}`);
    return never;
  }

  /** Every call to the outside: it takes time, and the process may die before or after its effect. */
  async function call<T>(process: Instance, label: string, effect: () => T): Promise<T> {
    const index = counts.calls as number;
    const { turn } = process;
    counts.calls = index + 1;
    const crash = isTroubled() ? crashes.get(index) : undefined;
    if (crash === 'before') return die(process, `before ${label} (call ${index})`);
    const slow = isTroubled() && random() < slowShare ? 4_000 : 60;
    await time.delay(2 + Math.floor(random() * slow), process);
    if (process.turn !== turn) return never;
    if (crash === 'after') {
      try {
        effect();
      } catch {}
      return die(process, `after ${label} (call ${index})`);
    }
    const value = effect();
    // The way back takes time too, and others are quicker meanwhile.
    if (random() < 0.2) await time.delay(Math.floor(random() * slow * 2), process);
    return value;
  }

  const table = new FakeDynamo({
    unprocessed: () => isTroubled() && chance(history.tableFaults),
    throttled: () => false,
  });
  const listedAtMs = new Map<string, number>();
  const { listLagMs = 0 } = history;
  table.onWrite = (name) => {
    if (listLagMs > 0 && isTroubled()) listedAtMs.set(name, time.nowMs + Math.floor(random() * listLagMs));
  };
  table.isListed = (name) => (listedAtMs.get(name) ?? 0) <= time.nowMs;

  /** Why a destination takes nothing now, as Slack calls it; null when it does. */
  const closedBecause = (destination: 'soc' | 'other'): Closing['code'] | null => {
    const nowMs = time.nowMs - START;
    const found = history.closings?.find(
      ({ atMs, forMs, which }) =>
        (which === 0 || history.destinations === 1) === (destination === 'soc') &&
        nowMs >= atMs &&
        nowMs < atMs + forMs,
    );
    if (found) count('refusals');
    return found?.code ?? null;
  };

  const tableClient = (process: Instance) =>
    table.client((label, effect) => call(process, label, faulty(effect)));

  /** Refused, taken twice because the first answer was lost, or taken and never answered. */
  function faulty<T>(effect: () => T): () => T {
    if (!isTroubled() || !chance(history.tableFaults)) return effect;
    const kind = Math.floor(random() * 3);
    count('faults');
    return () => {
      if (kind > 0) quietly(effect);
      if (kind === 1) return effect();
      throw Object.assign(new Error('no answer'), {
        name: kind === 0 ? 'ThrottlingException' : 'TimeoutError',
      });
    };
  }

  return {
    ...{ history, time, random, chance, isTroubled, say, count, counts, story, wrong },
    ...{ call, die, createInstance, table, tableClient, closedBecause },
  };
}

function quietly(effect: () => unknown): void {
  try {
    effect();
  } catch {}
}
