import { readFileSync } from 'node:fs';
import type { LocalCloud } from '../../local/cloud/local-cloud.ts';
import { nameOf } from './soak-world.ts';

/** Of one function: the memory of its largest process, look by look. */
export type Readings = Map<string, number[]>;

export interface Growth {
  readonly name: string;
  readonly firstMb: number;
  readonly lastMb: number;
  /** Null when it was too short a time: a process grows while it gets warm. */
  readonly flat: boolean | null;
}

/** More than this from the first third to the last is growth, and not chance. */
const FLAT = 1.25;
/** Ten minutes of them. */
const ENOUGH_LOOKS = 60;
export const LOOK_EVERY_MS = 10_000;

function residentMb(pid: number): number {
  try {
    const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kb) / 1_000;
  } catch {
    // It ended, or there is no /proc.
    return 0;
  }
}

export function readMemory({ functions }: LocalCloud, readings: Readings): void {
  for (const one of functions) {
    const mb = Math.max(0, ...one.pids.map(residentMb));
    if (mb > 0) readings.set(nameOf(one), [...(readings.get(nameOf(one)) ?? []), mb]);
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The first third of the time against the last. */
export const growthIn = (readings: Readings): Growth[] =>
  [...readings].map(([name, all]) => {
    const third = Math.max(1, Math.floor(all.length / 3));
    const [firstMb, lastMb] = [middle(all.slice(0, third)), middle(all.slice(-third))];
    const flat = all.length < ENOUGH_LOOKS ? null : lastMb <= firstMb * FLAT;
    return { name, firstMb, lastMb, flat };
  });
