import type { Clock } from '../../lib/base/clock.ts';
import { createRandom } from '../support/random.ts';
import { type Capability, type History, isFeedOnly, TROUBLE_S } from './history.ts';
import { never, type Process, VirtualTime } from './virtual-time.ts';

export const START = Date.UTC(2026, 10, 16, 9);

export interface Instance extends Process {
  readonly clock: Clock;
  readonly kind: string;
  /** Counts what it was called for. Between two of these it is frozen, and what it left under way is lost. */
  turn: number;
}

/** Time, chance and trouble, which all parts of a history share. */
export type World = ReturnType<typeof createWorld>;

export function createWorld(history: History, tell: boolean) {
  const time = new VirtualTime(START);
  const random = createRandom(history.seed);
  const story: string[] = [];
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  const has = (name: Capability) => history.capabilities.includes(name);
  const crashes = new Map(has('crashes') ? history.crashes.map(({ atCall, after }) => [atCall, after]) : []);
  let calls = 0;
  let instances = 0;

  const atS = () => (time.nowMs - START) / 1000;
  /** The first poll is left alone, so that it is known from when on everything is to be told; not that of pollers alone. */
  const calmUntilS = isFeedOnly(history) ? -1 : 60;
  const isTroubled = () => atS() > calmUntilS && atS() < TROUBLE_S;
  const chance = (percent: number) => percent > 0 && random() * 100 < percent;
  const isFaulty = () => has('faults') && isTroubled() && chance(history.faults);
  const say = (line: () => string) => {
    if (tell) story.push(`${atS().toFixed(2).padStart(9)} s  ${line()}`);
  };
  const count = (what: string, by = 1) => {
    counts[what] = (counts[what] ?? 0) + by;
  };
  const isOut = (what: string) =>
    has('outages') &&
    isTroubled() &&
    history.outages.some((one) => one.what === what && atS() >= one.atS && atS() < one.atS + one.forS);

  function createInstance(kind: string): Instance {
    const process: Process = { name: `${kind}-${++instances}`, alive: true, isDeep: kind === 'action' };
    const clock = { now: () => time.nowMs, sleep: (ms: number) => time.delay(ms, process) };
    return Object.assign(process, { clock, kind, turn: 0 });
  }

  function die(process: Process, where: string): Promise<never> {
    if (process.alive) count('crashes');
    process.alive = false;
    say(() => `${process.name} dies ${where}`);
    return never;
  }

  /** Every call to the outside: it takes time, and the process may die before or after its effect. */
  async function call<T>(process: Instance, label: string, effect: () => T): Promise<T> {
    const index = calls++;
    const { turn } = process;
    const crash = isTroubled() ? crashes.get(index) : undefined;
    if (crash === false) return die(process, `before ${label} (call ${index})`);
    const slow = isTroubled() && random() < 0.02 ? 4_000 : 40;
    await time.delay(2 + Math.floor(random() * slow), process);
    if (process.turn !== turn) return never;
    if (crash === true) {
      try {
        effect();
      } catch {}
      return die(process, `after ${label} (call ${index})`);
    }
    return effect();
  }

  const at = (seconds: number, run: () => void) => time.schedule(START + seconds * 1000, run);

  return {
    ...{ history, has, time, random, chance, atS, at, isTroubled, isFaulty, isOut, say, count, counts },
    ...{ story, wrong, call, die, createInstance, calls: () => calls },
  };
}
