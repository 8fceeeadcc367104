import type { BatchHandler } from '../../../lib/queues/sqs-batch.ts';
import { type Bridge, createBridge, type Surroundings } from './bridge.ts';
import type { FUNCTIONS } from './history.ts';
import { type Instance, START, type World } from './world.ts';

export type FunctionKind = (typeof FUNCTIONS)[number];
export type BatchHandlerOf = (process: Instance) => BatchHandler;
export type Versioned = Pick<Bridge, 'notifier' | 'teamsNotifier' | 'smallNotifier' | 'verdict'>;

/** Which version of each function is deployed when. The earlier one has a configuration that lacks `added`. */
export function rollOut(
  { history: { rolling }, time, count }: World,
  bridge: Bridge,
  surroundings: Surroundings,
  added: string,
) {
  const earlier = rolling && createBridge({ ...surroundings, without: added });

  /** `now`, or what came before it. */
  function deployed(kind: FunctionKind): 'now' | 'earlier' {
    const replaced = rolling?.at[kind].filter((atMs) => START + atMs <= time.nowMs).length ?? 1;
    return replaced % 2 === 1 ? 'now' : 'earlier';
  }

  return {
    deployed,
    versionOf(kind: FunctionKind): Versioned {
      if (!earlier || deployed(kind) === 'now') return bridge;
      count('processes of an earlier version');
      return earlier;
    },
  };
}
