import type { BatchHandler } from '../../../lib/queues/sqs-batch.ts';
import { type Bridge, createBridge, type Surroundings } from './bridge.ts';
import type { FUNCTIONS } from './history.ts';
import { type Instance, START, type World } from './world.ts';

export type FunctionKind = (typeof FUNCTIONS)[number];
export type BatchHandlerOf = (process: Instance) => BatchHandler;
export type Versioned = Pick<Bridge, 'notifier' | 'teamsNotifier' | 'smallNotifier' | 'verdict'>;

/** One that wrote deliveries in the first format, the last that did not pack them, and the last that told threats one by one. */
const BEFORE = ['116c6b4', '66b28ce', 'a0d5764'] as const;

/** Which version of each function is deployed when, while a deployment is under way. */
export async function rollOut(
  { history, time, count }: World,
  bridge: Bridge,
  surroundings: Surroundings,
  second: string,
) {
  const { rolling } = history;
  const earlier = rolling && (await earlierVersion(rolling.from));

  async function earlierVersion(from: 'before' | 'smaller'): Promise<Versioned> {
    if (from === 'smaller') return createBridge({ ...surroundings, without: second });
    const path = `../../fixtures/versions/${BEFORE[history.seed % BEFORE.length]}.mjs`;
    const { createBridge: create } = (await import(path)) as { createBridge: typeof createBridge };
    return create(surroundings);
  }

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
