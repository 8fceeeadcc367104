import type { LocalFunction } from '../../../local/cloud/function-pool.ts';
import { pick } from '../random.ts';

export interface Sentence {
  readonly victim: LocalFunction;
  /** How often, and after how many of its moments at the most from one death to the next. */
  readonly times: number;
  readonly everyAtMost: number;
}

export interface Death {
  readonly who: string;
  /** What had just happened. */
  readonly at: string;
  /** What it was handed, and has not answered. */
  readonly event: unknown;
}

/**
 * Kills functions by what has happened and not by the clock, so that it is the same on a slow machine. Half of them
 * die at once, while a call is on its way; the others around the answer and after it.
 */
export function createExecutioner(random: () => number, sentences: Readonly<Record<string, Sentence>>) {
  const deaths: Death[] = [];
  const listeners: ((death: Death) => void)[] = [];
  const soon = (most: number) => 1 + Math.floor(random() * most);
  const left = new Map(
    Object.entries(sentences).map(([who, { times, everyAtMost }]) => [
      who,
      { times, moments: soon(everyAtMost) },
    ]),
  );

  function strike(who: string, at: string, { victim, everyAtMost }: Sentence): void {
    const state = left.get(who);
    const busy = pick(random, victim.busy);
    // It ended by itself in the meantime: the next moment then.
    if (!state || !busy || state.times === 0) return;
    process.kill(busy.pid, 'SIGKILL');
    state.times--;
    state.moments = soon(everyAtMost);
    const death = { who, at, event: busy.event };
    deaths.push(death);
    for (const told of listeners) told(death);
  }

  return {
    deaths,
    onDeath: (listener: (death: Death) => void) => void listeners.push(listener),
    isDone: () => [...left.values()].every(({ times }) => times === 0),
    /** Something happened in which this function has a part. */
    notice(who: string, at: string): void {
      const [state, sentence] = [left.get(who), sentences[who]];
      if (!state || !sentence || state.times === 0 || --state.moments > 0) return;
      if (random() < 0.5) strike(who, at, sentence);
      else setTimeout(strike, random() * 40, who, at, sentence);
    },
  };
}
