import { type Around, type Bridge, createBridge } from './bridge.ts';
import { configFor } from './config.ts';
import { type FunctionKind, type History, TROUBLE_S } from './history.ts';
import type { World } from './world.ts';

export type Version = 'earlier' | 'now';

/**
 * Which version of each function runs when. The earlier one is this code with a configuration that lacks something; the later
 * one writes another format. In the end all functions are of the later version.
 */
export function createRollOut({ history, has, atS, count }: World, around: Around, now: Bridge) {
  const { at, lacks } = history.rollout;
  const earlier = has('rolling')
    ? createBridge(around, configFor(history.capabilities.filter((name) => name !== lacks)), 'earlier')
    : null;

  function deployed(kind: FunctionKind): Version {
    if (!earlier || atS() >= TROUBLE_S) return 'now';
    const replaced = at[kind].filter((one) => one <= atS()).length;
    return replaced % 2 === 1 ? 'now' : 'earlier';
  }

  return {
    deployed,
    of(kind: FunctionKind): Bridge {
      if (!earlier || deployed(kind) === 'now') return now;
      count('processes of an earlier version');
      return earlier;
    },
  };
}
export type RollOut = ReturnType<typeof createRollOut>;

/** From then on every function is of the later version. */
export function settledS({ rollout }: History): number {
  const settled = Object.values(rollout.at).map((times) =>
    times.length % 2 === 1 ? Math.max(...times) : TROUBLE_S,
  );
  return Math.max(...settled);
}
